import type { InputOf, ReplyOf } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { findAccountForChange, markProved, requireAccount } from "../users/accounts.service.ts";
import { toIdentifier, type Identifier } from "../users/identifiers.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { findLink, updateConsumed } from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { countSend } from "./limits.service.ts";
import { sendCode, sendLink, toSentOtp } from "./otp.service.ts";
import { hashSecret } from "./secrets.service.ts";
import { readStanding } from "./standing.service.ts";
import { forgetFailures, proveCode } from "./verification.service.ts";

/* The proof that the caller's own email address is theirs (rules-identity 25), by the counters of codes that sign in. */

/** Nothing is sent where there is no such address, or it is verified already. In link mode a link is sent, which signs in and verifies. */
export async function sendVerificationEmail(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
): Promise<ReplyOf<"sendVerificationEmail">> {
  const identifier = await findUnverified(auth, userId);
  if (!identifier) return { sent: null };
  requireDeliverable(auth, identifier.kind);
  const now = auth.clock.now();
  const callerHash = hashSecret(sessionId);
  const { deviceHash, scope } = await readStanding(auth, caller, identifier.value, callerHash);
  const delivery = await countSend(auth, scope, now);
  const asked = { caller, identifier, browserHash: null, deviceHash, scope, isWanted: true, now };
  const sent = await (delivery === "link"
    ? sendLink(auth, { ...asked, purpose: "sign-in" })
    : sendCode(auth, { ...asked, sessionId, purpose: "verification" }));
  return { sent: toSentOtp(auth, asked, sent, delivery) };
}

/** A code or token that is right verifies; an address that is verified already is fine. Otherwise as `verifyOtp` and `verifyLink`. */
export async function verifyEmail(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  body: InputOf<"verifyEmail">["body"],
): Promise<void> {
  const identifier = await findUnverified(auth, userId);
  if (!identifier) return;
  const choice = { by: "session", sessionId } as const;
  const shown = { purpose: "verification", actorId: userId, identifier, choice } as const;
  const proved = "otp" in body && (await proveCode(auth, caller, { ...shown, otp: body.otp }));
  const now = auth.clock.now();
  const id = proved
    ? proved.challengeId
    : "token" in body && (await findLinkTo(auth, identifier, body.token));
  const isDone = await runTransaction(auth.db, async (tx) => {
    if (!id || !(await updateConsumed(tx, id, now))) return false;
    const user = await findAccountForChange(tx, userId);
    if (user?.email !== identifier.value) return false;
    await markProved(tx, userId, "email", now);
    const details = { identifier: identifier.value, change: "verified" };
    const { address } = caller;
    await recordAudit(tx, {
      at: now,
      kind: "identifier",
      actorId: userId,
      sessionId,
      address,
      details,
    });
    return true;
  });
  if (!isDone) throw new AppError("OTP_EXPIRED");
  if (proved) await forgetFailures(auth, proved);
}

async function findUnverified(
  { db }: Auth,
  userId: Actor["userId"],
): Promise<Identifier | undefined> {
  const { email, isEmailVerified } = await requireAccount(db, userId);
  return email !== null && !isEmailVerified ? toIdentifier(email) : undefined;
}

async function findLinkTo(auth: Auth, identifier: Identifier, token: string) {
  const now = auth.clock.now();
  const link = await findLink(auth.db, hashSecret(token), { now, isForPassword: false });
  return link?.identifier === identifier.value ? link.id : undefined;
}
