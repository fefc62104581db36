import type { UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import type { UserRow } from "./users.queries.ts";

/** Again changes nothing: the first time stays. */
export async function insertBlock(
  db: Db,
  blockerId: UserId,
  blockedId: UserId,
  now: Date,
): Promise<void> {
  await sql`
    insert into user_blocks (blocker_id, blocked_id, created_at) values (${blockerId}, ${blockedId}, ${now})
    on conflict do nothing`.execute(db);
}

export async function deleteBlock(db: Db, blockerId: UserId, blockedId: UserId): Promise<void> {
  await sql`
    delete from user_blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`.execute(
    db,
  );
}

export interface BlockRow extends Pick<UserRow, "id" | "fullName" | "username" | "avatarUrl"> {
  readonly createdAt: Date;
}

/** The latest first. */
export async function listBlocksOf(
  db: Db,
  blockerId: UserId,
  listing: { readonly page: number; readonly limit: number },
): Promise<{ readonly rows: BlockRow[]; readonly total: number }> {
  return readPage(listing, (portion) =>
    sql<BlockRow & { total: number }>`
    select u.id, u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl", b.created_at as "createdAt",
      count(*) over ()::int as total
    from user_blocks b join users u on u.id = b.blocked_id
    where b.blocker_id = ${blockerId}
    order by b.created_at desc, u.id limit ${portion.limit} offset ${portion.offset}`.execute(db),
  );
}

/** Those whom the person has blocked, and those who have blocked the person. */
export async function listBlockedBothWays(db: Db, userId: UserId): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select blocked_id as id from user_blocks where blocker_id = ${userId}
    union
    select blocker_id from user_blocks where blocked_id = ${userId}`.execute(db);
  return rows.map(({ id }) => id);
}
