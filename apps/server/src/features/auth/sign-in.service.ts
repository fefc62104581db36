import type { FirstStep, SocialProvider, UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { findPassword, keepPassword } from "../passwords/passwords.service.ts";
import type { SocialProfile } from "../social/providers.service.ts";
import { findUsed, link, type SocialIdentity } from "../social/social.service.ts";
import {
  fillName,
  findAccountForChange,
  isProvedBy,
  nameLogin,
  openAccount,
  type UserRow,
} from "../users/accounts.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { enter, toDeviceSecret, toFirstStep } from "./admission.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import { findHeldChoice, updateConsumed, type ChallengeChoice } from "./challenges.queries.ts";
import { isNamedOwner } from "./identity.service.ts";

/** An address that somebody has just proved, and by which challenge. */
interface ChallengeProof {
  readonly by: "code" | "link" | "operator link";
  readonly challengeId: string;
  readonly identifier: Identifier;
  /** By whom the caller is known to have asked: what they chose when they signed up is theirs (rules-identity 21). */
  readonly asker: ChallengeChoice | undefined;
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

/**
 * Uses the challenge up and signs its person in, the first time with a new account; all in one transaction, so that of several equal
 * calls one succeeds. An account with a second factor waits for it instead. Throws OTP_EXPIRED for the others, CREDENTIALS_INVALID for a
 * password that was replaced meanwhile, ACCOUNT_BLOCKED for a blocked person.
 */
export async function signIn(auth: Auth, caller: Caller, proof: Proof): Promise<Kept<FirstStep>> {
  const deviceSecret = toDeviceSecret(caller);
  const now = auth.clock.now();
  const outcome = await auth.db.transaction().execute(async (tx) => {
    const proved = await findProved(tx, { ...proof, now });
    if (!proved) return { is: "used" } as const;
    const { user, isNew, social } = proved;
    const facts = { by: proof.by, isNew, isNamed: isNamedOwner(auth, proof.identifier), social };
    return enter(tx, auth, caller, { user, facts, deviceSecret, now });
  });
  const used = proof.by === "password" ? "CREDENTIALS_INVALID" : "OTP_EXPIRED";
  return toFirstStep(auth, outcome, deviceSecret, used);
}

interface Proved {
  readonly user: UserRow;
  readonly isNew: boolean;
  readonly social?: SocialIdentity;
}

/** The account that the proof opens, with its row held; undefined where the proof is worth nothing any more. */
function findProved(tx: Tx, proof: Proof & { readonly now: Date }): Promise<Proved | undefined> {
  if ("profile" in proof) return openBySocial(tx, proof);
  return proof.by === "password" ? findByPassword(tx, proof) : openByChallenge(tx, proof);
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
  { challengeId, identifier, asker, now }: ChallengeProof & { readonly now: Date },
): Promise<Proved | undefined> {
  // The challenge itself may hold the choice of somebody else: in link mode they may have asked for the live link.
  const chosen = asker && (await findHeldChoice(tx, identifier.value, asker, now));
  if (!(await updateConsumed(tx, challengeId, now))) return undefined;
  const { user, isNew } = await openAccount(tx, identifier, now);
  if (!chosen) return { user, isNew };
  const { passwordHash, fullName, social } = chosen;
  if (social) return { user, isNew, social };
  if (!isNew || passwordHash === null) return { user, isNew };
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
