import type { ReplyOf } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { requireAccount } from "../users/accounts.service.ts";
import { maskIdentifier, toIdentifier, type Identifier } from "../users/identifiers.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { updateConsumed } from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { requireCodeSend } from "./limits.service.ts";
import { maySeeCode, sendCode } from "./otp.service.ts";
import { hashSecret, makeSecret } from "./secrets.service.ts";
import { updateElevated } from "./sessions.queries.ts";
import { readStanding } from "./standing.service.ts";
import { forgetFailures, proveCode } from "./verification.service.ts";

/**
 * The fresh check of who holds a session: without a code sends one to their first verified address, with it gives the session an
 * elevation (rules-identity 29, 30). By the same counters as codes that sign in. A link guest has no address: FORBIDDEN.
 */
export async function revealAuth(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  otp: string | undefined,
): Promise<ReplyOf<"revealAuth">> {
  const identifier = await requireOwnIdentifier(auth, actor);
  return otp === undefined
    ? sendElevationCode(auth, caller, { actor, identifier })
    : elevate(auth, caller, { actor, identifier, otp });
}

async function requireOwnIdentifier({ db }: Auth, actor: Actor): Promise<Identifier> {
  const user = await requireAccount(db, actor.userId);
  const verified = user.isEmailVerified ? user.email : user.isPhoneNumberVerified && user.phone;
  if (!verified) throw new AppError("FORBIDDEN");
  return toIdentifier(verified);
}

interface Asking {
  readonly actor: Actor;
  readonly identifier: Identifier;
}

async function sendElevationCode(
  auth: Auth,
  caller: Caller,
  { actor: { sessionId }, identifier }: Asking,
): Promise<ReplyOf<"revealAuth">> {
  requireDeliverable(auth, identifier.kind);
  const { otpLength } = auth.config;
  const now = auth.clock.now();
  const callerHash = hashSecret(sessionId);
  const { deviceHash, scope } = await readStanding(auth, caller, identifier.value, callerHash);
  await requireCodeSend(auth, scope, now);
  const { code, resendAfterMs } = await sendCode(auth, {
    caller,
    identifier,
    browserHash: null,
    deviceHash,
    sessionId,
    scope,
    isWanted: true,
    purpose: "elevation",
    now,
  });
  const shown = maySeeCode(auth, caller) ? { otp: code } : {};
  return { sent: true, to: maskIdentifier(identifier), otpLength, resendAfterMs, ...shown };
}

async function elevate(
  auth: Auth,
  caller: Caller,
  { actor: { sessionId }, identifier, otp }: Asking & { readonly otp: string },
): Promise<ReplyOf<"revealAuth">> {
  const choice = { by: "session", sessionId } as const;
  const proved = await proveCode(auth, caller, { identifier, otp, choice });
  const { challengeId, now } = proved;
  const token = makeSecret(128);
  const until = new Date(now.getTime() + auth.config.elevationS * 1000);
  const isElevated = await auth.db.transaction().execute(async (tx) => {
    if (!(await updateConsumed(tx, challengeId, now))) return false;
    return updateElevated(tx, sessionId, { hash: hashSecret(token), until });
  });
  if (!isElevated) throw new AppError("OTP_EXPIRED");
  await forgetFailures(auth, proved);
  return { elevation: { token, expires: until.toISOString() } };
}
