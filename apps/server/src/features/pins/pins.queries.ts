import type { MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

/** Pins a message by the next event of its room, whose seq is returned; the caller holds the room's lock. */
export async function insertPin(
  tx: Tx,
  { roomId, id, userId }: MessageKey & { readonly userId: UserId },
  bit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    insert into message_pins (room_id, message_id, user_id, seq)
    values (${roomId}, ${id}, ${userId}, note_part(${roomId}, ${id}, ${bit}))
    returning seq`.execute(tx);
  return rows[0]?.seq;
}

/** Takes the pin of a message away, likewise; undefined where it has none. */
export async function deletePin(
  tx: Tx,
  { roomId, id }: MessageKey,
  bit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    with gone as (
      delete from message_pins where room_id = ${roomId} and message_id = ${id} returning 1
    )
    select note_part(${roomId}, ${id}, ${bit}) as seq from gone`.execute(tx);
  return rows[0]?.seq;
}

export async function countPins(tx: Tx, roomId: RoomId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from message_pins where room_id = ${roomId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

interface PinRow {
  readonly messageId: MessageId;
  readonly userId: UserId;
  readonly userName: string;
  readonly createdAt: Date;
}

/** The pins of these messages, with the names that people have now. */
export async function listPins(db: Db, keys: readonly MessageKey[]): Promise<PinRow[]> {
  const { rows } = await sql<PinRow>`
    select p.message_id as "messageId", p.user_id as "userId", u.full_name as "userName", p.created_at as "createdAt"
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
    join message_pins p on p.room_id = k.room_id and p.message_id = k.id
    join users u on u.id = p.user_id`.execute(db);
  return rows;
}

/** The pinned messages of a room, the one that was pinned last first. */
export async function listPinnedIds(db: Db, roomId: RoomId): Promise<MessageId[]> {
  const { rows } = await sql<{ id: MessageId }>`
    select message_id as id from message_pins where room_id = ${roomId} order by seq desc`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
