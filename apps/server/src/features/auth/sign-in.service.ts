import type { SessionId, SignedIn, SocialProvider, UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { findPassword, keepPassword } from "../passwords/passwords.service.ts";
import type { SocialProfile } from "../social/providers.service.ts";
import { findUsed, link } from "../social/social.service.ts";
import {
  claimOwnership,
  fillName,
  findAccountForChange,
  isProvedBy,
  nameLogin,
  openAccount,
  toCurrentUser,
  type UserRow,
} from "../users/accounts.service.ts";
import { takeBackDeletion } from "../users/deletion.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { restoreOwnedWorkspaces, toAccountType } from "../workspaces/workspaces.service.ts";
import { noteIdentifierChange, warnPerson } from "./alerts.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { insertKnownDevice, updateConsumed } from "./challenges.queries.ts";
import { DEVICE_MEMORY_MS } from "./clean-up.service.ts";
import { isNamedOwner } from "./identity.service.ts";
import { requireFirstPlace, requirePlace, type Place } from "./places.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";
import { endAll, openSession, toTokens, type HeldSession } from "./sessions.service.ts";

/** An address that somebody has just proved, and by which challenge. */
interface ChallengeProof {
  readonly by: "code" | "link" | "operator link";
  readonly challengeId: string;
  readonly identifier: Identifier;
  /** The caller is the one who asked for it: what they chose when they signed up is theirs (rules-identity 21). */
  readonly isOwnRequest: boolean;
}

/** The password that was compared: the account must still have it, and the address, when the session begins. */
interface PasswordProof {
  readonly by: "password";
  readonly identifier: Identifier;
  readonly userId: UserId;
  readonly hash: string;
}

/** The identity that a provider vouches for. */
interface SocialProof {
  readonly by: SocialProvider;
  readonly profile: SocialProfile;
  /** Of the new account; undefined where the identity has one already. */
  readonly identifier: Identifier | undefined;
}

export type Proof = ChallengeProof | PasswordProof | SocialProof;

type Outcome =
  | { readonly is: "used" }
  | { readonly is: "blocked" }
  | {
      readonly is: "signed in";
      readonly user: UserRow;
      readonly session: HeldSession;
      readonly currentOrg: Place["currentOrg"];
      readonly ended: readonly SessionId[];
    };

/**
 * Uses the challenge up and signs its person in, the first time with a new account; all in one transaction, so that of
 * several equal calls one succeeds. Throws OTP_EXPIRED for the others, CREDENTIALS_INVALID for a password that was replaced meanwhile,
 * ACCOUNT_BLOCKED for a blocked person.
 */
export async function signIn(auth: Auth, caller: Caller, proof: Proof): Promise<Kept<SignedIn>> {
  const deviceSecret = caller.isBrowser
    ? (caller.cookie("colbin_device") ?? makeSecret(256))
    : undefined;
  const outcome = await auth.db
    .transaction()
    .execute((tx) => enter(tx, auth, caller, { ...proof, deviceSecret, now: auth.clock.now() }));
  if (outcome.is === "blocked") throw new AppError("ACCOUNT_BLOCKED");
  if (outcome.is === "used")
    throw new AppError(proof.by === "password" ? "CREDENTIALS_INVALID" : "OTP_EXPIRED");
  const { user, session, currentOrg, ended } = outcome;
  if (ended.length > 0) auth.live.endSessions(ended, "too many sessions");
  const { tokens, secrets } = await toTokens(auth, session);
  const viewer = {
    sessionId: session.id,
    accountType: toAccountType(currentOrg ? "organization" : "personal"),
  };
  return {
    reply: { user: toCurrentUser(user, viewer, auth.clock.now()), tokens, currentOrg },
    secrets: deviceSecret === undefined ? secrets : [...secrets, ...toBrowserSecrets(deviceSecret)],
  };
}

/** The browser is known from now on, and its challenge is over. */
function toBrowserSecrets(deviceSecret: string): Kept<SignedIn>["secrets"] {
  return [
    { cookie: "colbin_device", value: deviceSecret, maxAgeS: DEVICE_MEMORY_MS / 1000 },
    { cookie: "colbin_challenge", value: "", maxAgeS: 0 },
  ];
}

type Entry = Proof & { readonly deviceSecret: string | undefined; readonly now: Date };

interface Proved {
  readonly user: UserRow;
  readonly isNew: boolean;
  /** By the code an account at this service can sign in to it from now on. */
  readonly connected?: SocialProvider;
}

/** The account that the proof opens, with its row held; undefined where the proof is worth nothing any more. */
function findProved(tx: Tx, entry: Entry): Promise<Proved | undefined> {
  if ("profile" in entry) return openBySocial(tx, entry);
  return entry.by === "password" ? findByPassword(tx, entry) : openByChallenge(tx, entry);
}

/** Throws SOCIAL_STATE_INVALID where the address got an account meanwhile, which is proved by a code first: nothing is kept then. */
async function openBySocial(
  tx: Tx,
  { profile, identifier, now }: SocialProof & { readonly now: Date },
): Promise<Proved> {
  const known = await findUsed(tx, profile, now);
  const owner = known && (await findAccountForChange(tx, known));
  if (owner) return { user: owner, isNew: false };
  const opened = identifier && (await openAccount(tx, identifier, now));
  if (!opened?.isNew) throw new AppError("SOCIAL_STATE_INVALID");
  const { user, isNew } = opened;
  await link(tx, user.id, profile, now);
  await nameLogin(tx, user.id, profile.login);
  const fullName = await fillName(tx, toName(user), profile.fullName ?? "", now);
  return { user: { ...user, fullName, login: profile.login }, isNew };
}

function toName({ id, fullName }: UserRow) {
  return { userId: id, fullName };
}

async function openByChallenge(
  tx: Tx,
  { challengeId, identifier, isOwnRequest, now }: ChallengeProof & { readonly now: Date },
): Promise<Proved | undefined> {
  const used = await updateConsumed(tx, challengeId, now);
  if (!used) return undefined;
  const { user, isNew } = await openAccount(tx, identifier, now);
  const { passwordHash, fullName, social } = used;
  if (isOwnRequest && social && (await link(tx, user.id, social, now))) {
    if (user.login === null) await nameLogin(tx, user.id, social.login);
    return { user, isNew, connected: social.provider };
  }
  if (!isNew || !isOwnRequest || passwordHash === null) return { user, isNew };
  await keepPassword(tx, user.id, passwordHash, now);
  return {
    user: { ...user, fullName: await fillName(tx, toName(user), fullName ?? "", now) },
    isNew,
  };
}

async function findByPassword(
  tx: Tx,
  { userId, hash, identifier }: PasswordProof,
): Promise<Proved | undefined> {
  const user = await findAccountForChange(tx, userId);
  const kept = await findPassword(tx, userId);
  const isStillRight = user && kept?.hash === hash && isProvedBy(user, identifier);
  return isStillRight ? { user, isNew: false } : undefined;
}

async function enter(tx: Tx, auth: Auth, caller: Caller, entry: Entry): Promise<Outcome> {
  const { by, identifier, now } = entry;
  const proved = await findProved(tx, entry);
  if (!proved) return { is: "used" };
  const { user, isNew, connected } = proved;
  const heard = { at: now, actorId: user.id, address: caller.address };
  if (user.isBlocked) {
    await recordAudit(tx, { ...heard, kind: "failed sign-in", details: { reason: "blocked" } });
    return { is: "blocked" };
  }
  const deletedAt = await takeBackDeletion(tx, user, now);
  if (deletedAt) {
    await restoreOwnedWorkspaces(tx, user.id, deletedAt);
    await recordAudit(tx, { ...heard, kind: "account restored" });
  }
  const mayBeFirst = auth.config.otpDelivery === "dev" ? isNew : isNew && by === "operator link";
  const claim = { isNamed: isNamedOwner(auth, identifier), mayBeFirst };
  const isOwner = await claimOwnership(tx, user, claim, now);
  if (isOwner)
    await recordAudit(tx, { ...heard, kind: "instance role", details: { role: "OWNER" } });
  const isNewDevice =
    entry.deviceSecret === undefined ||
    (await insertKnownDevice(tx, user.id, hashSecret(entry.deviceSecret), now));
  // Through a provider the session begins in Personal (specification, section 5).
  const { workspaceId, currentOrg } = await ("profile" in entry
    ? requirePlace(tx, user, "personal")
    : requireFirstPlace(tx, user));
  const opened = await openSession(tx, auth, caller, { userId: user.id, workspaceId, now });
  const { session, surplus } = opened;
  const details = { by, isNewAccount: isNew, isNewDevice };
  await recordAudit(tx, { ...heard, kind: "sign-in", sessionId: session.id, details });
  if (isNewDevice && !isNew) await warnPerson(tx, auth, caller, { user, kind: "new-device", now });
  if (connected) {
    const change = { change: "connected", of: connected };
    const about = {
      user,
      kind: "account-connected" as const,
      sessionId: session.id,
      details: change,
      now,
    };
    await noteIdentifierChange(tx, auth, caller, about);
  }
  const ended = await endAll(tx, surplus, "too many sessions", now);
  const owner = isOwner ? ({ ...user, role: "OWNER" } as const) : user;
  return { is: "signed in", user: owner, session, currentOrg, ended };
}
