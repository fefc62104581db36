import type { ReplyOf, SessionId, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { recordAudit } from "../audit/audit.service.ts";
import { forgetApiKeys } from "../api-keys/api-keys.service.ts";
import { forgetWaits } from "../factors/factors.service.ts";
import { hashPassword } from "../passwords/hashes.service.ts";
import { findPassword, forgetPassword, keepPassword } from "../passwords/passwords.service.ts";
import { requireStrong } from "../passwords/strength.service.ts";
import { findAccountForChange, requireAccount, type UserRow } from "../users/accounts.service.ts";
import { warnPerson } from "./alerts.service.ts";
import type { Auth, AuthParts, Caller } from "./auth.service.ts";
import { updatePasswordLinksKilled } from "./challenges.queries.ts";
import { requirePasswords } from "./password-sign-in.service.ts";
import { listLiveSessionIds, type EndReason } from "./sessions.queries.ts";
import { endAll } from "./sessions.service.ts";

/* The password of a person: what they do with it, and what follows of it (rules-identity 22, 30). */

const REASON: EndReason = "password changed";

/** Since when the caller has a password; where the operator has switched them off it is worth nothing, and still there. */
export async function readPassword(
  { db }: Pick<AuthParts, "db">,
  { userId }: Actor,
): Promise<ReplyOf<"getPassword">> {
  const kept = await findPassword(db, userId);
  return { setAt: kept?.setAt.toISOString() ?? null };
}

/** Throws PASSWORD_SIGN_IN_DISABLED or PASSWORD_WEAK. The door has asked for an elevation. */
export async function setPassword(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
  password: string,
): Promise<void> {
  requirePasswords(auth);
  const { email, phone } = await requireAccount(auth.db, userId);
  await requireStrong(auth.config, password, [email, phone]);
  const hash = await hashPassword(password);
  await changePassword(auth, caller, { userId, hash, staying: sessionId });
}

/** A person without a password signs in with codes; where there is none nothing happens. */
export async function deletePassword(
  auth: Auth,
  caller: Caller,
  { userId, sessionId }: Actor,
): Promise<void> {
  await changePassword(auth, caller, { userId, hash: null, staying: sessionId });
}

interface PasswordChange {
  readonly userId: UserId;
  /** Null takes the password away. */
  readonly hash: string | null;
  /** The session that stays; absent where all of them end (rules-identity 39). */
  readonly staying?: SessionId;
}

async function changePassword(auth: Auth, caller: Caller, change: PasswordChange): Promise<void> {
  const ended = await runTransaction(auth.db, async (tx) => {
    const user = await findAccountForChange(tx, change.userId);
    if (!user) throw new AppError("UNAUTHORIZED");
    return applyPassword(tx, auth, caller, { ...change, user });
  });
  if (ended.length > 0) auth.live.endSessions(ended, REASON);
}

/**
 * Changes the password of a person whose row the caller has locked: links that would set another one are over, the person is told, and
 * their other sessions end. Returns those, as endAll, which is the last thing that it does.
 */
export async function applyPassword(
  tx: Tx,
  auth: Auth,
  caller: Caller,
  { user, hash, staying }: Omit<PasswordChange, "userId"> & { readonly user: UserRow },
): Promise<readonly SessionId[]> {
  const now = auth.clock.now();
  if (hash !== null) await keepPassword(tx, user.id, hash, now);
  else if (!(await forgetPassword(tx, user.id))) return [];
  const identifiers = [user.email, user.phone].filter((each) => each !== null);
  await updatePasswordLinksKilled(tx, identifiers, now);
  await forgetWaits(tx, user.id);
  if (staying === undefined) await forgetApiKeys(tx, user.id);
  await recordAudit(tx, {
    at: now,
    kind: "password",
    actorId: user.id,
    address: caller.address,
    ...(staying && { sessionId: staying }),
    details: { change: hash === null ? "removed" : "set" },
  });
  await warnPerson(tx, auth, caller, { user, kind: "password-changed", now });
  const live = await listLiveSessionIds(tx, user.id);
  return endAll(
    tx,
    live.filter((id) => id !== staying),
    REASON,
    now,
  );
}
