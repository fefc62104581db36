import type { RoomId, RoomType, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/* Rooms that belong to certain people: direct ones, groups, and the one of one's own. */

export interface NewConversation {
  readonly workspaceId: WorkspaceId;
  readonly slug: string;
  readonly roomType: Exclude<RoomType, "channel">;
  /** Empty where the names of the others stand for one. */
  readonly title: string;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  /** Null where there may be several of the same people. */
  readonly peopleKey: string | null;
  readonly isToStranger: boolean;
}

/** Undefined where these people have one, or the slug is taken: nothing is written then. */
export async function insertConversation(
  tx: Tx,
  room: NewConversation,
): Promise<RoomId | undefined> {
  const { rows } = await sql<{ id: RoomId }>`
    insert into rooms (workspace_id, slug, title, room_type, access_type, created_by, created_at, last_activity_at,
      people_key, is_to_stranger)
    values (${room.workspaceId}, ${room.slug}, ${room.title}, ${room.roomType}, 'PRIVATE', ${room.createdBy},
      ${room.createdAt}, ${room.createdAt}, ${room.peopleKey}, ${room.isToStranger})
    on conflict do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** The room that belongs to exactly these people. */
export async function findConversation(
  db: Db,
  workspaceId: WorkspaceId,
  peopleKey: string,
): Promise<RoomId | undefined> {
  const { rows } = await sql<{ id: RoomId }>`
    select id from rooms where workspace_id = ${workspaceId} and people_key = ${peopleKey}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Waits for other transactions in which this person begins such a conversation: the number holds. */
export async function countStrangersSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('rooms.create', 0) # hashtextextended(${userId}, 0))`.execute(
    tx,
  );
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rooms
    where created_by = ${userId} and created_at > ${since} and is_to_stranger`.execute(tx);
  return rows[0]?.count ?? 0;
}
