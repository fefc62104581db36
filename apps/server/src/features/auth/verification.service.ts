import type { FirstStep, InputOf, UserId } from "@colbin/protocol";
import { AppError } from "#server/platform/app-error.ts";
import { toIdentifier, type Identifier } from "../users/identifiers.service.ts";
import type { Auth, Caller, Kept } from "./auth.service.ts";
import {
  findChallenge,
  findLink,
  updateTries,
  type ChallengeChoice,
} from "./challenges.queries.ts";
import { deleteCounters, deleteHit, listCounters } from "./counters.queries.ts";
import { recordFailure, type ProofPurpose } from "./failures.service.ts";
import {
  guessLimit,
  KEY_OF_UNKNOWN_DEVICES,
  listKeysEndedBySuccess,
  type Scope,
} from "./limits.rules.ts";
import { countTry, releaseLink, isLinkMode, toScope, type CountedTry } from "./limits.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { hashCode, hashSecret, isSameHash } from "./secrets.service.ts";
import { signIn } from "./sign-in.service.ts";

/**
 * Signs in with a code. A try counts in the database before anything is compared, so that any number of guesses at once
 * gets no more of them than the limits hold. Wrong: OTP_INVALID; nothing to try on: OTP_EXPIRED.
 */
export async function verifyOtp(
  auth: Auth,
  caller: Caller,
  input: InputOf<"verifyOtp">["body"],
): Promise<Kept<FirstStep>> {
  const identifier = requireIdentifier(auth, input.identifier);
  const choice = chooseChallenge(caller, input.challengeId);
  const shown = { purpose: "sign-in", identifier, otp: input.otp, choice } as const;
  const proved = await proveCode(auth, caller, shown);
  const { challengeId } = proved;
  // The newest challenge may be another program's, and a password that somebody else chose is none of this person's.
  const asker = choice?.by === "newest" ? undefined : choice;
  const proof = { by: "code", challengeId, identifier, asker } as const;
  const entered = await signIn(auth, caller, proof);
  await forgetFailures(auth, proved);
  return entered;
}

interface ShownCode {
  readonly purpose: ProofPurpose;
  /** The person of the session in which it is shown; none where it signs in. */
  readonly actorId?: UserId;
  readonly identifier: Identifier;
  readonly otp: string;
  /** Undefined where the caller has nothing that it could be tried on. */
  readonly choice: ChallengeChoice | undefined;
}

/** A code that was right: its challenge is still to be used up, and what was counted for it to be taken back. */
export interface ProvedCode {
  readonly scope: Scope;
  readonly counted: readonly CountedTry[];
  readonly challengeId: string;
  readonly now: Date;
}

/** Tries a code, whatever it is for, by the rules of `verifyOtp`. */
export async function proveCode(
  auth: Auth,
  caller: Caller,
  { purpose, actorId, identifier, otp, choice }: ShownCode,
): Promise<ProvedCode> {
  const { otpLength } = auth.config;
  if (otp.length !== otpLength) throw new AppError("OTP_LENGTH_INVALID", { n: otpLength });
  const now = auth.clock.now();
  const found = choice && (await findChallenge(auth.db, identifier.value, choice, now));
  if (!found) throw new AppError("OTP_EXPIRED");
  const { deviceHash } = found;
  const scope = toScope(auth, caller, {
    identifier: identifier.value,
    callerHash: null,
    deviceHash,
  });
  // Looked at first, so that who is locked out cannot go on counting against somebody else.
  if (await isLinkMode(auth, scope, now)) throw new AppError("OTP_EXPIRED");
  const tried = await updateTries(auth.db, found.id, now);
  const counted = tried && (await countTry(auth, scope, now));
  if (!tried || !counted) throw new AppError("OTP_EXPIRED");
  const hash = hashCode(auth.keys.otpSecret, tried.id, identifier.value, otp);
  if (!isSameHash(hash, tried.secretHash)) {
    const failure = { purpose, actorId, identifier, tried, scope, counted, now };
    const killed = await recordFailure(auth, caller, failure);
    throw new AppError("OTP_INVALID", { triesLeft: killed ? 0 : tried.triesLeft });
  }
  return { scope, counted, challengeId: tried.id, now };
}

/** A page may only use what its own cookie belongs to; a program only what belongs to no browser (rules-identity 9). */
function chooseChallenge(caller: Caller, id: string | undefined): ChallengeChoice | undefined {
  if (!caller.isBrowser) return id === undefined ? { by: "newest" } : { by: "id", id };
  return toAsker(caller);
}

/** The browser by the cookie that it got when it asked for a code or a link. */
function toAsker(caller: Caller): ChallengeChoice | undefined {
  const secret = caller.cookie("colbin_challenge");
  return secret === undefined ? undefined : { by: "browser", browserHash: hashSecret(secret) };
}

/**
 * The right code: no failure of it counts, and those of this identifier before it are over. Wrong codes of the same
 * challenge were no guesses, so they do not count for the whole server.
 */
export async function forgetFailures(
  { config, db }: Auth,
  { scope, counted, challengeId, now }: ProvedCode,
): Promise<void> {
  const over = listKeysEndedBySuccess(config, scope);
  for (const { limit } of counted) {
    if (!over.includes(limit.key)) await deleteHit(db, limit.key, now);
  }
  const { key } = guessLimit(config, challengeId);
  for (const guess of (await listCounters(db, [key])).get(key)?.hits ?? [])
    await deleteHit(db, KEY_OF_UNKNOWN_DEVICES, guess);
  await deleteCounters(db, [...over, key]);
}

/** Signs in with the token of a link; it is too long to be guessed, so nothing is counted. Else OTP_EXPIRED. */
export async function verifyLink(
  auth: Auth,
  caller: Caller,
  token: string,
): Promise<Kept<FirstStep>> {
  const now = auth.clock.now();
  const link = await findLink(auth.db, hashSecret(token), { now, isForPassword: false });
  if (!link) throw new AppError("OTP_EXPIRED");
  const identifier = toIdentifier(link.identifier);
  const { deviceHash } = link;
  const by = link.isByOperator ? "operator link" : "link";
  const proof = { by, challengeId: link.id, identifier, asker: toAsker(caller) } as const;
  const entered = await signIn(auth, caller, proof);
  const scope = toScope(auth, caller, {
    identifier: identifier.value,
    callerHash: null,
    deviceHash,
  });
  if (!link.isByOperator) await releaseLink(auth, scope, now);
  await deleteCounters(auth.db, listKeysEndedBySuccess(auth.config, scope));
  return entered;
}
