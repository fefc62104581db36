import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface Deletion {
  readonly deletedAt: Date;
  readonly deletesAt: Date;
  readonly deletesMessages: boolean;
}

/** The caller holds the row, as in all that follows. */
export async function updateDeletion(tx: Tx, id: UserId, deletion: Deletion): Promise<void> {
  await sql`
    update users set deleted_at = ${deletion.deletedAt}, deletes_at = ${deletion.deletesAt},
      deletes_messages = ${deletion.deletesMessages}, updated_at = ${deletion.deletedAt}
    where id = ${id}`.execute(tx);
}

export async function updateTakenBack(tx: Tx, id: UserId, now: Date): Promise<void> {
  await sql`
    update users set deleted_at = null, deletes_at = null, deletes_messages = false, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** Whose time to take it back is over, the longest ago first. */
export async function listDue(db: Db, now: Date): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select id from users where deletes_at <= ${now} and erased_at is null order by deletes_at, id`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

export interface DueAccount {
  readonly email: string | null;
  readonly phone: string | null;
  readonly deletesMessages: boolean;
}

/** Undefined where it was taken back or erased meanwhile. */
export async function findDueForChange(
  tx: Tx,
  id: UserId,
  now: Date,
): Promise<DueAccount | undefined> {
  const { rows } = await sql<DueAccount>`
    select email, phone, deletes_messages as "deletesMessages" from users
    where id = ${id} and deletes_at <= ${now} and erased_at is null for no key update`.execute(tx);
  return rows[0];
}

/** Leaves the id alone, with which nobody can do anything any more. */
export async function updateErased(
  tx: Tx,
  id: UserId,
  names: { readonly fullName: string; readonly username: string },
  now: Date,
): Promise<void> {
  await sql`
    update users set full_name = ${names.fullName}, username = ${names.username}, username_changed_at = '{}',
      email = null, phone = null, is_email_verified = false, is_phone_number_verified = false, bio = null,
      company = null, location = null, avatar_url = null, custom_status = null, login = null, role = 'USER', is_blocked = true,
      preferences = '{}', erased_at = ${now}, updated_at = ${now}
    where id = ${id}`.execute(tx);
}

/** What else tells of them: names that were kept for them, and blocks. */
export async function deleteTraces(tx: Tx, id: UserId): Promise<void> {
  await sql`delete from reserved_usernames where user_id = ${id}`.execute(tx);
  await sql`delete from user_blocks where blocker_id = ${id} or blocked_id = ${id}`.execute(tx);
}
