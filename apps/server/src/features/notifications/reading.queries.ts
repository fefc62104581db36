import type { DocumentId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { WrittenRow } from "./messages.queries.ts";

/** A person who has read something. */
export interface ReadPlace {
  readonly userId: UserId;
  /** Null: in several rooms. */
  readonly roomId: RoomId | null;
}

/** Marks what tells of messages that these people have read by now; answers the rows. Locks feeds in the order of people. */
export async function updateReadPlaces(
  tx: Tx,
  places: readonly ReadPlace[],
  now: Date,
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    with read as materialized (
      select n.id, n.user_id
      from unnest(
        ${places.map(({ userId }) => userId)}::uuid[], ${places.map(({ roomId }) => roomId)}::uuid[]
      ) r (user_id, room_id)
      join notifications n on n.user_id = r.user_id and n.read_at is null and n.room_id is not null and n.snoozed_until is null
        and n.room_id = coalesce(r.room_id, n.room_id) and n.type in ('MESSAGE_MENTION', 'MESSAGE_REPLY')
      join participants p on p.room_id = n.room_id and p.user_id = n.user_id
      left join thread_follows f on f.room_id = n.room_id and f.root_id = n.thread_id and f.user_id = n.user_id
      where coalesce(n.msg_no <= p.read_msg_no, false) or coalesce(n.reply_no <= f.read_reply_no, false)
    ), locked as materialized (
      select f.user_id from notification_feeds f where f.user_id in (select user_id from read) order by f.user_id for no key update
    )
    update notifications n set read_at = ${now}
    from read r join locked l on l.user_id = r.user_id
    where n.id = r.id and n.read_at is null
    returning n.user_id as "userId", n.id`.execute(tx);
  return rows;
}

/** An unread row `n` that tells a person of a document; one that became unread again has a longer key. */
const ofDocument = (userId: UserId, documentId: DocumentId) => sql`
  n.user_id = ${userId} and n.read_at is null and n.snoozed_until is null
  and n.type in ('DOCUMENT_SHARED', 'DOCUMENT_COMMENTED', 'DOCUMENT_MENTION') and starts_with(n.group_key, ${documentId})`;

export async function hasUnreadOfDocument(
  db: Db,
  userId: UserId,
  documentId: DocumentId,
): Promise<boolean> {
  const { rows } = await sql`
    select from notifications n where ${ofDocument(userId, documentId)} limit 1`.execute(db);
  return rows.length > 0;
}

/** Marks what tells a person of a document as read; answers the rows. The caller holds the feed. */
export async function updateReadOfDocument(
  tx: Tx,
  { userId, documentId }: { readonly userId: UserId; readonly documentId: DocumentId },
  now: Date,
): Promise<WrittenRow[]> {
  const { rows } = await sql<WrittenRow>`
    update notifications n set read_at = ${now} where ${ofDocument(userId, documentId)}
    returning n.user_id as "userId", n.id`.execute(tx);
  return rows;
}
