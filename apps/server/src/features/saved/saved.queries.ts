import type { MessageId, RoomId, SavedStatus, UserId, WorkspaceId } from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** A message somewhere. */
export interface MessageRef {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
}

export interface SavedRow extends MessageRef {
  readonly status: SavedStatus;
  readonly note: string;
  readonly savedAt: Date;
  readonly movedAt: Date;
  readonly remindAt: Date | null;
  /** Of the room, at the moment of reading. */
  readonly slug: string;
}

const columns = sql`
  s.room_id as "roomId", s.message_id as "messageId", s.status, s.note, s.saved_at as "savedAt", s.moved_at as "movedAt",
  n.due_at as "remindAt", r.slug`;
/** A message that was deleted is among them: its row stays. */
const source = sql`
  saved_messages s join rooms r on r.id = s.room_id
  left join reminders n on n.user_id = s.user_id and n.message_id = s.message_id`;

/** False where it is saved already. */
export async function insertSaved(
  tx: Tx,
  { userId, workspaceId, roomId, messageId }: MessageRef & Owner,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into saved_messages (user_id, workspace_id, room_id, message_id, saved_at, moved_at)
    values (${userId}, ${workspaceId}, ${roomId}, ${messageId}, ${now}, ${now})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

interface Owner {
  readonly userId: UserId;
  readonly workspaceId: WorkspaceId;
}

/** False where nothing was saved. */
export async function deleteSaved(tx: Tx, userId: UserId, messageId: MessageId): Promise<boolean> {
  const { rows } = await sql`
    delete from saved_messages where user_id = ${userId} and message_id = ${messageId} returning 1`.execute(
    tx,
  );
  return rows.length > 0;
}

export async function updateSavedRow(
  tx: Tx,
  { userId, messageId }: { readonly userId: UserId; readonly messageId: MessageId },
  change: { readonly note?: string | undefined; readonly status?: SavedStatus | undefined },
  now: Date,
): Promise<void> {
  const { note = null, status = null } = change;
  await sql`
    update saved_messages set note = coalesce(${note}, note), status = coalesce(${status}, status),
      moved_at = case when status = coalesce(${status}, status) then moved_at else ${now}::timestamptz end
    where user_id = ${userId} and message_id = ${messageId}`.execute(tx);
}

export async function findSavedRow(
  db: Db,
  { userId, workspaceId }: Owner,
  messageId: MessageId,
): Promise<SavedRow | undefined> {
  const own = sql`s.user_id = ${userId} and s.workspace_id = ${workspaceId}`;
  const { rows } = await sql<SavedRow>`
    select ${columns} from ${source} where ${own} and s.message_id = ${messageId}`.execute(db);
  return rows[0];
}

/** How many messages a person has saved anywhere. */
export async function countSaved(db: Db, userId: UserId): Promise<number> {
  return count(db, sql`saved_messages s where s.user_id = ${userId}`);
}

export async function countOpen(db: Db, { userId, workspaceId }: Owner): Promise<number> {
  return count(
    db,
    sql`${source} where s.user_id = ${userId} and s.workspace_id = ${workspaceId} and s.status = 'open'`,
  );
}

export async function countInRoom(db: Db, userId: UserId, roomId: RoomId): Promise<number> {
  return count(db, sql`${source} where s.user_id = ${userId} and s.room_id = ${roomId}`);
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${from}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** The last saved first. */
export async function listRowsInRoom(
  db: Db,
  userId: UserId,
  roomId: RoomId,
  { limit, skip }: { readonly limit: number; readonly skip: number },
): Promise<SavedRow[]> {
  const { rows } = await sql<SavedRow>`
    select ${columns} from ${source} where s.user_id = ${userId} and s.room_id = ${roomId}
    order by s.saved_at desc, s.message_id desc limit ${limit} offset ${skip}`.execute(db);
  return rows;
}

/** A place in the list of a workspace. */
export type SavedPlace = Pick<SavedRow, "movedAt" | "messageId">;

/** What moved last first. */
export async function listSavedRows(
  db: Db,
  { userId, workspaceId }: Owner,
  {
    status,
    after,
    limit,
  }: {
    readonly status: SavedStatus;
    readonly after: SavedPlace | undefined;
    readonly limit: number;
  },
): Promise<SavedRow[]> {
  const isAfter = after
    ? sql`(s.moved_at, s.message_id) < (${after.movedAt}, ${after.messageId}::uuid)`
    : sql`true`;
  const { rows } = await sql<SavedRow>`
    select ${columns} from ${source}
    where s.user_id = ${userId} and s.workspace_id = ${workspaceId} and s.status = ${status} and ${isAfter}
    order by s.moved_at desc, s.message_id desc limit ${limit}`.execute(db);
  return rows;
}

/** Those of these messages that the person has saved. */
export async function listSavedAmong(
  db: Db,
  userId: UserId,
  ids: readonly MessageId[],
): Promise<Pick<SavedRow, "messageId" | "status" | "remindAt">[]> {
  const { rows } = await sql<Pick<SavedRow, "messageId" | "status" | "remindAt">>`
    select s.message_id as "messageId", s.status, n.due_at as "remindAt" from saved_messages s
    left join reminders n on n.user_id = s.user_id and n.message_id = s.message_id
    where s.user_id = ${userId} and s.message_id = any(${ids}::uuid[])`.execute(db);
  return rows;
}

/** All that a person keeps. */
export async function deleteOfPerson(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from saved_messages where user_id = ${userId}`.execute(tx);
  await sql`delete from reminders where user_id = ${userId}`.execute(tx);
}
