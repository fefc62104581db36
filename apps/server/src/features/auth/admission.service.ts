import type {
  ErrorCode,
  FirstStep,
  SecondFactorMethod,
  SessionId,
  SignedIn,
  SocialProvider,
} from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { keepToken, listFactors } from "../factors/factors.service.ts";
import { link, type SocialIdentity } from "../social/social.service.ts";
import {
  claimOwnership,
  nameLogin,
  toCurrentUser,
  type UserRow,
} from "../users/accounts.service.ts";
import { takeBackDeletion } from "../users/deletion.service.ts";
import { restoreOwnedWorkspaces, toAccountType } from "../workspaces/workspaces.service.ts";
import { noteIdentifierChange, warnPerson } from "./alerts.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { insertKnownDevice } from "./challenges.queries.ts";
import { DEVICE_MEMORY_MS } from "./clean-up.service.ts";
import { requireFirstPlace, requirePlace, type Place } from "./places.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";
import { endAll, openSession, toTokens, type HeldSession } from "./sessions.service.ts";

/* From a proof to a session: every way in ends here, with the second factor of an account between the two. */

/** In which a second factor has to be shown (rules-identity 27). */
const TOKEN_LIFE_MS = 5 * 60_000;
/** Second factors that may be tried within it. */
export const SECOND_FACTOR_TRIES = 5;

/** How the first step was made, as it is kept until the second one. */
export interface FirstStepFacts {
  readonly by: "code" | "link" | "operator link" | "password" | "passkey" | SocialProvider;
  readonly isNew: boolean;
  /** The address is that of the named owner of the instance; undefined where none is named. */
  readonly isNamed: boolean | undefined;
  /** An account at another service that is connected from now on. */
  readonly social?: SocialIdentity | undefined;
}

export type Outcome =
  | { readonly is: "used" }
  | { readonly is: "blocked" }
  | { readonly is: "waiting"; readonly reply: FirstStep }
  | {
      readonly is: "signed in";
      readonly user: UserRow;
      readonly session: HeldSession;
      readonly currentOrg: Place["currentOrg"];
      readonly ended: readonly SessionId[];
    };

export interface Admitting {
  readonly user: UserRow;
  readonly facts: FirstStepFacts;
  readonly deviceSecret: string | undefined;
  /** The second factor that was shown. */
  readonly factor?: SecondFactorMethod;
  readonly now: Date;
}

/** The secret by which this browser is known again; undefined for a program. */
export function toDeviceSecret(caller: Caller): string | undefined {
  return caller.isBrowser ? (caller.cookie("colbin_device") ?? makeSecret(256)) : undefined;
}

/** An account with a second factor waits for it; every other one is admitted. The caller holds the row of the person. */
export async function enter(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  admitting: Admitting,
): Promise<Outcome> {
  const { user, facts, now } = admitting;
  if (user.isBlocked) return refuseBlocked(tx, caller, admitting);
  const factors = facts.isNew ? [] : await listFactors(tx, user.id);
  if (factors.length === 0) return admit(tx, auth, caller, admitting);
  const token = makeSecret(256);
  await keepToken(tx, {
    tokenHash: hashSecret(token),
    userId: user.id,
    firstStep: facts,
    triesLeft: SECOND_FACTOR_TRIES,
    expiresAt: new Date(now.getTime() + TOKEN_LIFE_MS),
  });
  const kinds = new Set(factors.map(({ kind }) => kind));
  const methods: SecondFactorMethod[] = [
    ...(["totp", "passkey"] as const).filter((kind) => kinds.has(kind)),
    "recoveryCode",
  ];
  return { is: "waiting", reply: { secondFactor: { token, methods } } };
}

async function refuseBlocked(
  tx: Tx,
  { address }: Caller,
  { user, now }: Admitting,
): Promise<Outcome> {
  const heard = { at: now, actorId: user.id, address };
  await recordAudit(tx, { ...heard, kind: "failed sign-in", details: { reason: "blocked" } });
  return { is: "blocked" };
}

/** Begins the session of somebody who has shown all that their account asks for. */
export async function admit(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  admitting: Admitting,
): Promise<Outcome> {
  const { user, facts, deviceSecret, factor, now } = admitting;
  const { by, isNew, social } = facts;
  if (user.isBlocked) return refuseBlocked(tx, caller, admitting);
  const heard = { at: now, actorId: user.id, address: caller.address };
  const deletedAt = await takeBackDeletion(tx, user, now);
  if (deletedAt) {
    await restoreOwnedWorkspaces(tx, user.id, deletedAt);
    await recordAudit(tx, { ...heard, kind: "account restored" });
  }
  const mayBeFirst = auth.config.otpDelivery === "dev" ? isNew : isNew && by === "operator link";
  const claim = { isNamed: facts.isNamed, mayBeFirst };
  const isOwner = await claimOwnership(tx, user, claim, now);
  if (isOwner)
    await recordAudit(tx, { ...heard, kind: "instance role", details: { role: "OWNER" } });
  const isNewDevice =
    deviceSecret === undefined ||
    (await insertKnownDevice(tx, user.id, hashSecret(deviceSecret), now));
  // Through a provider the session begins in Personal (specification, section 5).
  const { workspaceId, currentOrg } = await (by === "google" || by === "github"
    ? requirePlace(tx, user, "personal")
    : requireFirstPlace(tx, user));
  const opened = await openSession(tx, auth, caller, { userId: user.id, workspaceId, now });
  const { session, surplus } = opened;
  const details = { by, isNewAccount: isNew, isNewDevice, ...(factor && { factor }) };
  await recordAudit(tx, { ...heard, kind: "sign-in", sessionId: session.id, details });
  if (isNewDevice && !isNew) await warnPerson(tx, auth, caller, { user, kind: "new-device", now });
  if (social) await connect(tx, auth, caller, { user, social, sessionId: session.id, now });
  const ended = await endAll(tx, surplus, "too many sessions", now);
  const owner = isOwner ? ({ ...user, role: "OWNER" } as const) : user;
  return { is: "signed in", user: owner, session, currentOrg, ended };
}

/** By the code, an account at another service can sign in to the one of its address from now on. */
async function connect(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  about: {
    readonly user: UserRow;
    readonly social: SocialIdentity;
    readonly sessionId: SessionId;
    readonly now: Date;
  },
): Promise<void> {
  const { user, social, now } = about;
  if (!(await link(tx, user.id, social, now))) return;
  if (user.login === null) await nameLogin(tx, user.id, social.login);
  const details = { change: "connected", of: social.provider };
  await noteIdentifierChange(tx, auth, caller, { ...about, kind: "account-connected", details });
}

/** Tells the caller; throws ACCOUNT_BLOCKED for a blocked person, and `used` where the proof is worth nothing any more. */
export async function toFirstStep(
  auth: Auth,
  outcome: Outcome,
  deviceSecret: string | undefined,
  used: ErrorCode,
): Promise<Kept<FirstStep>> {
  if (outcome.is === "waiting") return { reply: outcome.reply, secrets: [] };
  return toSignedIn(auth, outcome, deviceSecret, used);
}

/** As toFirstStep, of one who was admitted. */
export async function toSignedIn(
  auth: Auth,
  outcome: Exclude<Outcome, { is: "waiting" }>,
  deviceSecret: string | undefined,
  used: ErrorCode,
): Promise<Kept<SignedIn>> {
  if (outcome.is === "blocked") throw new AppError("ACCOUNT_BLOCKED");
  if (outcome.is === "used") throw new AppError(used);
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
