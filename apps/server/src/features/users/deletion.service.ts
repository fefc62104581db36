import { DELETED_FULL_NAME, type UserId } from "@colbin/protocol";
import { randomBytes } from "node:crypto";
import { forgetSmallPictures } from "#server/features/files/small-pictures.service.ts";
import { forgetUnshownFiles } from "#server/features/files/sweeping.service.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import {
  deleteTraces,
  findDueForChange,
  listDue,
  updateDeletion,
  updateErased,
  updateTakenBack,
  type Deletion,
  type DueAccount,
} from "./deletion.queries.ts";
import type { UserRow } from "./users.queries.ts";

/** Has an account erased when its time has come; the caller holds it, and ends its sessions. */
export function markDeleted(tx: Tx, id: UserId, deletion: Deletion): Promise<void> {
  return updateDeletion(tx, id, deletion);
}

/** Whoever signs in wants their account back. Returns when its deletion was asked for; undefined where it was not. */
export async function takeBackDeletion(
  tx: Tx,
  { id, deletedAt }: Pick<UserRow, "id" | "deletedAt">,
  now: Date,
): Promise<Date | undefined> {
  if (!deletedAt) return undefined;
  await updateTakenBack(tx, id, now);
  return deletedAt;
}

/** Accounts whose time to take it back is over. */
export function listDueDeletions(db: Db, now: Date): Promise<UserId[]> {
  return listDue(db, now);
}

/**
 * Erases who somebody was: what they wrote is by DELETED_FULL_NAME from then on, and their addresses are free. Undefined where they
 * came back in time, or it was done before.
 */
export async function eraseAccount(tx: Tx, id: UserId, now: Date): Promise<DueAccount | undefined> {
  const account = await findDueForChange(tx, id, now);
  if (!account) return undefined;
  const username = `deleted-${randomBytes(8).toString("hex")}`;
  await updateErased(tx, id, { fullName: DELETED_FULL_NAME, username }, now);
  await deleteTraces(tx, id);
  await forgetSmallPictures(tx, id);
  await forgetUnshownFiles(tx, id, now);
  return account;
}
