import { mayAdminister, runsInstance, type UserId } from "@colbin/protocol";
import { findAccountForChange, type UserRow } from "#server/features/users/accounts.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { requireAnyUser, requireVisibleUser } from "./people.access.ts";

/**
 * Somebody else's account, for those who run the server, with its row held until the transaction ends. Whoever sees the person and
 * may not is refused with FORBIDDEN; to anybody else they are not there.
 */
export async function requireAdministeredUser(tx: Tx, actor: Actor, id: UserId): Promise<UserRow> {
  await (runsInstance(actor.instanceRole) ? requireAnyUser : requireVisibleUser)(tx, actor, id);
  const user = await findAccountForChange(tx, id);
  if (!user) throw new AppError("USER_NOT_FOUND");
  if (!mayAdminister(actor.instanceRole, user.role)) throw new AppError("FORBIDDEN");
  return user;
}

/** An account that the caller may delete: their own, or one that they administer (rules-identity 50). */
export async function requireDeletableUser(tx: Tx, actor: Actor, id: UserId): Promise<UserRow> {
  if (id !== actor.userId) return requireAdministeredUser(tx, actor, id);
  const user = await findAccountForChange(tx, id);
  if (!user) throw new Error("A session ends with its account, so an actor always has one");
  return user;
}
