import type { UserId } from "@colbin/protocol";
import type { Tx } from "#server/platform/db/database.ts";
import { deletePassword, upsertPassword } from "./passwords.queries.ts";

/* The passwords that accounts have. They stand below signing in, which asks for them; what people do with them is in the files beside. */

export { findPassword } from "./passwords.queries.ts";

/** The account has this password from now on, and no other one. */
export function keepPassword(tx: Tx, userId: UserId, hash: string, now: Date): Promise<void> {
  return upsertPassword(tx, userId, hash, now);
}

/** The account has none from now on; returns whether it had one. */
export function forgetPassword(tx: Tx, userId: UserId): Promise<boolean> {
  return deletePassword(tx, userId);
}
