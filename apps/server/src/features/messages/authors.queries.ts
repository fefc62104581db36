import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { MessageRow } from "./messages.queries.ts";

/** Rooms that somebody is in or was: whoever has written in a room has a place there for ever. */
export async function listRoomsOf(db: Db, userId: UserId): Promise<RoomId[]> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select room_id as "roomId" from participants where user_id = ${userId} order by room_id`.execute(
    db,
  );
  return rows.map(({ roomId }) => roomId);
}

export interface Written {
  readonly ids: readonly MessageId[];
  /** From where it goes on; undefined where nothing is left. */
  readonly next: string | undefined;
}

/**
 * Of so many messages of somebody in a room, in the order of the index by author, those that are not deleted: lines of the server, or
 * all. The limit is one of the rows read: there may be no line among a million.
 */
export async function listWritten(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  from: { readonly after: string; readonly limit: number; readonly isAll: boolean },
): Promise<Written> {
  const { rows } = await sql<{ id: MessageId | null; place: string }>`
    select case when not is_deleted and (${from.isAll} or type = 'system') then id end as id,
      client_message_id as place
    from messages
    where room_id = ${roomId} and author_id = ${userId} and client_message_id > ${from.after}
    order by client_message_id limit ${from.limit}`.execute(db);
  return {
    ids: rows.flatMap(({ id }) => id ?? []),
    next: rows.length < from.limit ? undefined : rows.at(-1)?.place,
  };
}

/** Lines of a room that tell how somebody was taken out of it. */
export async function listLinesAbout(db: Db, roomId: RoomId, userId: UserId): Promise<MessageId[]> {
  const about = JSON.stringify({ system: { targetIds: [userId] } });
  const { rows } = await sql<{ id: MessageId }>`
    select m.id from participants p join messages m on m.room_id = p.room_id
    where p.room_id = ${roomId} and p.user_id = ${userId} and (p.access_status = 'REMOVED' or p.is_banned)
      and m.type = 'system' and m.metadata @> ${about}::jsonb`.execute(db);
  return rows.map(({ id }) => id);
}

/** The line says this from now on. */
export async function updateLine(
  tx: Tx,
  { roomId, id }: Pick<MessageRow, "roomId" | "id">,
  line: Pick<MessageRow, "content" | "metadata">,
  stateSeq: number,
): Promise<void> {
  await sql`
    update messages
    set content = ${line.content}, metadata = ${JSON.stringify(line.metadata)}::jsonb, state_seq = ${stateSeq}
    where room_id = ${roomId} and id = ${id}`.execute(tx);
}
