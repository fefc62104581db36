import type { CurrentUser, InputOf, ReplyOf } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import {
  changeIdentifierOf,
  findAccountForChange,
  requireAccount,
  toCurrentUser,
} from "../users/accounts.service.ts";
import type { Identifier } from "../users/identifiers.service.ts";
import { noteIdentifierChange } from "./alerts.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { updateConsumed, updatePasswordLinksKilled } from "./challenges.queries.ts";
import { claimJob } from "./claims.jobs.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { requireIdentifier } from "./identity.service.ts";
import { requireCodeSend } from "./limits.service.ts";
import { sendCode, toSentOtp } from "./otp.service.ts";
import { hashSecret } from "./secrets.service.ts";
import { readStanding } from "./standing.service.ts";
import { forgetFailures, proveCode } from "./verification.service.ts";

/* Another email address or phone number of a person, or their first one (rules-identity 44). The door has asked for an elevation. */

/**
 * Sends a code to the new address, by the counters of codes that sign in. Where another account has it the reply and the work are the
 * same, its owner is told, and no code proves it.
 */
export async function startIdentifierChange(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  text: string,
): Promise<ReplyOf<"startIdentifierChange">> {
  const identifier = requireIdentifier(auth, text);
  requireDeliverable(auth, identifier.kind);
  const now = auth.clock.now();
  const standing = await readStanding(auth, caller, identifier.value, hashSecret(sessionId));
  const { deviceHash, scope } = standing;
  await requireCodeSend(auth, scope, now);
  const { address } = caller;
  const claim = { identifier: identifier.value, claimant: userId, address };
  await auth.db.transaction().execute((tx) => auth.jobs.enqueue(tx, claimJob, claim));
  const asked = { caller, identifier, browserHash: null, deviceHash, sessionId, scope, now };
  const isWanted = standing.userId === null || standing.userId === userId;
  const sent = await sendCode(auth, { ...asked, isWanted, purpose: "verification" });
  return toSentOtp(auth, asked, sent, "code");
}

/** The address takes the place of the one of its kind, which is told. Refused as `verifyOtp` refuses. */
export async function changeIdentifier(
  auth: Auth,
  caller: Caller,
  actor: Actor,
  { identifier: text, otp }: InputOf<"changeIdentifier">["body"],
): Promise<CurrentUser> {
  const identifier = requireIdentifier(auth, text);
  const choice = { by: "session", sessionId: actor.sessionId } as const;
  const shown = {
    purpose: "verification",
    actorId: actor.userId,
    identifier,
    otp,
    choice,
  } as const;
  const proved = await proveCode(auth, caller, shown);
  await runTransaction(auth.db, async (tx) => {
    if (!(await updateConsumed(tx, proved.challengeId, proved.now)))
      throw new AppError("OTP_EXPIRED");
    await applyIdentifier(tx, auth, caller, { actor, identifier });
  });
  await forgetFailures(auth, proved);
  const user = await requireAccount(auth.db, actor.userId);
  return toCurrentUser(user, actor, auth.clock.now());
}

/** Throws OTP_EXPIRED where another account took the address meanwhile. */
async function applyIdentifier(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  { actor, identifier }: { readonly actor: Actor; readonly identifier: Identifier },
): Promise<void> {
  const now = auth.clock.now();
  const user = await findAccountForChange(tx, actor.userId);
  if (!user || !(await changeIdentifierOf(tx, user.id, identifier, now)))
    throw new AppError("OTP_EXPIRED");
  const before = identifier.kind === "email" ? user.email : user.phone;
  if (before !== null) await updatePasswordLinksKilled(tx, [before], now);
  const { sessionId } = actor;
  const details = { change: before === null ? "added" : "changed", of: identifier.kind };
  // Told to the old address: a stranger who did it does not have that one.
  const kind = "address-changed";
  await noteIdentifierChange(tx, auth, caller, { user, kind, sessionId, details, now });
}
