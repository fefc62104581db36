import type { MessageId, RemovedBy, RoomId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { MessageRow } from "./messages.queries.ts";

type MessageKey = Pick<MessageRow, "roomId" | "id">;

/**
 * The message says this from now on, and its former text is kept as a revision; of those between the first and the last the oldest
 * go where there are more than `revisionsMax`. Returns its row; the caller holds the room's lock.
 */
export async function updateContent(
  tx: Tx,
  message: MessageRow,
  changed: Pick<MessageRow, "content" | "stateSeq" | "metadata" | "parts">,
  revisionsMax: number,
): Promise<MessageRow> {
  const { roomId, id } = message;
  const { rows } = await sql<Pick<MessageRow, "revision" | "updatedAt">>`
    with surplus as (
      delete from message_revisions r using (
        select n from message_revisions where room_id = ${roomId} and message_id = ${id} and n > 1
        order by n desc offset ${revisionsMax - 1}
      ) s
      where r.room_id = ${roomId} and r.message_id = ${id} and r.n = s.n
    ), kept as (${former(message)})
    update messages
    set content = ${changed.content}, metadata = ${JSON.stringify(changed.metadata)}::jsonb, parts = ${changed.parts},
      state_seq = ${changed.stateSeq}, is_edited = true, revision = revision + 1,
      updated_at = date_trunc('milliseconds', clock_timestamp())
    where room_id = ${roomId} and id = ${id}
    returning revision, updated_at as "updatedAt"`.execute(tx);
  return { ...message, ...changed, ...rows[0], isEdited: true };
}

interface Tombstone {
  readonly stateSeq: number;
  readonly purgeAt: Date;
  readonly removedBy: RemovedBy | null;
}

/**
 * Leaves a tombstone; seq, msgNo and time stay. Its texts are kept as revisions until `purgeAt`, and nothing of them after that; copies
 * of reporters end at once. The caller holds the room's lock.
 */
export async function updateDeleted(
  tx: Tx,
  message: MessageRow,
  { stateSeq, purgeAt, removedBy }: Tombstone,
): Promise<void> {
  const { roomId, id } = message;
  await sql`
    with due as (
      update message_revisions set purge_at = ${purgeAt} where room_id = ${roomId} and message_id = ${id}
    ), kept as (${former(message, purgeAt)})
    update messages
    set content = '', metadata = '{}', is_deleted = true, is_edited = false, state_seq = ${stateSeq}, removed_by = ${removedBy}
    where room_id = ${roomId} and id = ${id}
    returning forget_reported(room_id, array[id])`.execute(tx);
}

/** Keeps the present text of a message as a revision. */
function former({ roomId, id }: MessageKey, purgeAt: Date | null = null) {
  return sql`
    insert into message_revisions (room_id, message_id, n, content, metadata, written_at, purge_at)
    select room_id, id, revision, content, metadata, updated_at, ${purgeAt}::timestamptz from messages
    where room_id = ${roomId} and id = ${id}`;
}

export interface RevisionRow {
  readonly n: number;
  readonly content: string;
  readonly writtenAt: Date;
}

/** Oldest first; the last is what the message says now. None of a deleted one. */
export async function listRevisionRows(
  db: Db,
  roomId: RoomId,
  id: MessageId,
): Promise<RevisionRow[]> {
  const { rows } = await sql<RevisionRow>`
    with message as (
      select * from messages where room_id = ${roomId} and id = ${id} and not is_deleted
    )
    select r.n, r.content, r.written_at as "writtenAt"
    from message m join message_revisions r on r.room_id = m.room_id and r.message_id = m.id
    union all
    select revision, content, updated_at from message
    order by 1`.execute(db);
  return rows;
}

/** What is due goes with the hash of what was sent, so many rows at a time; false when nothing is left. */
export async function deletePurged(db: Db, now: Date, limit: number): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    with purged as (
      delete from message_revisions where ctid in (
        select ctid from message_revisions where purge_at <= ${now} limit ${limit} for update skip locked
      ) returning room_id, message_id
    ), hashless as (
      update messages m set sent_hash = '' from (select distinct * from purged) p
      where m.room_id = p.room_id and m.id = p.message_id
    )
    select count(*)::integer as count from purged`.execute(db);
  return rows[0]?.count === limit;
}
