import type { InputOf, ReplyOf } from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { hashPassword } from "../passwords/hashes.service.ts";
import { requireStrong } from "../passwords/strength.service.ts";
import { findAccount, findAccountForChange, isProvedBy } from "../users/accounts.service.ts";
import { toIdentifier } from "../users/identifiers.service.ts";
import type { Auth, Caller } from "./auth.service.ts";
import { findLink, updateConsumed } from "./challenges.queries.ts";
import { requireDeliverable } from "./delivery.service.ts";
import { makeLinkToken, requireIdentifier } from "./identity.service.ts";
import { passwordLinkLimit } from "./limits.rules.ts";
import { countHit, requireVisit } from "./limits.service.ts";
import { toLinkAddress } from "./notices.view.ts";
import { insertSecret } from "./otp.service.ts";
import { applyPassword } from "./own-password.service.ts";
import { requirePasswords } from "./password-sign-in.service.ts";
import { hashSecret } from "./secrets.service.ts";
import { readStanding } from "./standing.service.ts";

/* A new password for a person who does not know theirs, by a link to an address that they have proved (rules-identity 21). */

const LINK_LIFE_MS = 30 * 60_000;
/** From one network address within an hour. */
const ASKED_MAX = 20;
const SET_MAX = 60;

/**
 * Has a link sent after the commit, five an hour to one address at most. Reply and work are the same whether there is such an account
 * or not. Throws RATE_LIMITED for a network address that asked too often, and where nothing can be sent what `sendOtp` throws.
 */
export async function forgotPassword(
  auth: Auth,
  caller: Caller,
  text: string,
): Promise<ReplyOf<"forgotPassword">> {
  requirePasswords(auth);
  const identifier = requireIdentifier(auth, text);
  requireDeliverable(auth, identifier.kind);
  await requireVisit({ ...auth, ...auth.config }, caller, {
    what: "password links asked for",
    max: ASKED_MAX,
  });
  const now = auth.clock.now();
  const { deviceHash, scope } = await readStanding(auth, caller, identifier.value, null);
  const user = await findAccount(auth.db, identifier);
  const isWithin = (await countHit(auth.db, passwordLinkLimit(identifier.value), now)) === 0;
  const token = makeLinkToken(identifier);
  const asked = {
    caller,
    identifier,
    browserHash: null,
    deviceHash,
    scope,
    isWanted: user !== undefined && isProvedBy(user, identifier),
    purpose: "password reset",
    now,
  } as const;
  if (isWithin)
    await auth.db.transaction().execute((tx) =>
      insertSecret(tx, auth, asked, {
        challengeId: randomUUID(),
        delivery: "link",
        secretHash: hashSecret(token),
        message: toLinkAddress(auth.config.publicUrl, token, "reset"),
        lifeMs: LINK_LIFE_MS,
      }),
    );
  return { user: { identifier: identifier.value } };
}

/**
 * Sets a new password by the token of such a link, and ends all sessions of the person in the same transaction. Throws PASSWORD_WEAK,
 * after which the link still works, and OTP_EXPIRED for a link that was used or is over.
 */
export async function resetPassword(
  auth: Auth,
  caller: Caller,
  { token, password }: InputOf<"resetPassword">["body"],
): Promise<void> {
  requirePasswords(auth);
  await requireVisit({ ...auth, ...auth.config }, caller, { what: "passwords set", max: SET_MAX });
  const now = auth.clock.now();
  const link = await findLink(auth.db, hashSecret(token), { now, isForPassword: true });
  if (!link) throw new AppError("OTP_EXPIRED");
  const identifier = toIdentifier(link.identifier);
  const owner = await findAccount(auth.db, identifier);
  const names = [identifier.value, owner?.email ?? null, owner?.phone ?? null];
  await requireStrong(auth.config, password, names);
  const hash = await hashPassword(password);
  const ended = await runTransaction(auth.db, async (tx) => {
    if (!owner || !(await updateConsumed(tx, link.id, now))) return undefined;
    const user = await findAccountForChange(tx, owner.id);
    if (!user || !isProvedBy(user, identifier)) return undefined;
    return applyPassword(tx, auth, caller, { user, hash });
  });
  if (!ended) throw new AppError("OTP_EXPIRED");
  if (ended.length > 0) auth.live.endSessions(ended, "password changed");
}
