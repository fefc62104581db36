import type {
  ChosenRoomSettings,
  LinkPreview,
  MessageId,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface MessageKey {
  readonly roomId: RoomId;
  readonly id: MessageId;
}

export interface PreviewsRow {
  readonly links: readonly string[];
  /** Links whose previews their author took off. */
  readonly removed: readonly string[];
  readonly previews: readonly LinkPreview[];
}

/** What these messages have; those whose links were never looked at are missing. */
export async function listPreviewRows(
  db: Db,
  keys: readonly MessageKey[],
): Promise<ReadonlyMap<MessageId, PreviewsRow>> {
  const { rows } = await sql<PreviewsRow & { readonly id: MessageId }>`
    select p.message_id as id, p.links, p.removed, p.previews
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
    join message_previews p on p.room_id = k.room_id and p.message_id = k.id`.execute(db);
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** Those of these messages that may have links, or have a part of this bit, each once, with the links that were looked at last. */
export async function listMayLink(
  tx: Tx,
  keys: readonly MessageKey[],
  bit: number,
): Promise<(MessageKey & { readonly content: string; readonly links: string[] | null })[]> {
  const { rows } = await sql<MessageKey & { content: string; links: string[] | null }>`
    select m.room_id as "roomId", m.id, m.content, p.links
    from (
      select distinct room_id, id
      from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, id)
    ) k
    join messages m on m.room_id = k.room_id and m.id = k.id
    left join message_previews p on p.room_id = k.room_id and p.message_id = k.id
    where not m.is_deleted and m.type <> 'system' and (m.content like '%://%' or (m.parts & ${bit}) <> 0)`.execute(
    tx,
  );
  return rows;
}

/** Writes what a message has, and by its bit that there is something to delete with it; the caller holds the room's lock. */
export async function upsertPreviews(
  tx: Tx,
  { roomId, id }: MessageKey,
  row: PreviewsRow,
  bit: number,
): Promise<void> {
  await sql`
    with written as (
      insert into message_previews (room_id, message_id, links, removed, previews)
      values (${roomId}, ${id}, ${[...row.links]}::text[], ${[...row.removed]}::text[], ${JSON.stringify(row.previews)}::jsonb)
      on conflict (room_id, message_id) do update
      set links = excluded.links, removed = excluded.removed, previews = excluded.previews
    )
    select mark_part(${roomId}, ${id}, ${bit})`.execute(tx);
}

/** Notes that a message has other previews, by the next event of its room, whose seq is returned; the caller holds the room's lock. */
export async function updateNoted(
  tx: Tx,
  { roomId, id }: MessageKey,
  bit: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ seq: number }>`
    select note_part(${roomId}, ${id}, ${bit}) as seq`.execute(tx);
  return rows[0]?.seq;
}

export async function deletePreviewsOf(tx: Tx, { roomId, id }: MessageKey): Promise<void> {
  await sql`delete from message_previews where room_id = ${roomId} and message_id = ${id}`.execute(
    tx,
  );
}

export interface LinkedMessage {
  readonly content: string;
  readonly authorId: UserId;
  readonly workspaceId: WorkspaceId;
  readonly settings: ChosenRoomSettings;
  readonly isGeneral: boolean;
  /** As its author wants it. */
  readonly isWanted: boolean;
}

/** A message whose links may be looked at: not one of the server, none that is deleted, and none in a room where nothing changes. */
export async function findLinkedMessage(
  db: Db,
  { roomId, id }: MessageKey,
): Promise<LinkedMessage | undefined> {
  const { rows } = await sql<LinkedMessage>`
    select m.content, m.author_id as "authorId", r.workspace_id as "workspaceId", r.settings,
      r.is_general as "isGeneral", coalesce((u.preferences ->> 'linkPreviews')::boolean, true) as "isWanted"
    from messages m
    join rooms r on r.id = m.room_id
    join users u on u.id = m.author_id
    where m.room_id = ${roomId} and m.id = ${id} and not m.is_deleted and m.type <> 'system' and r.status = 'ACTIVE'`.execute(
    db,
  );
  return rows[0];
}

/** How a site described an address, as long as that is kept; null where it had nothing to show. */
export async function findLinkPreview(
  db: Db,
  urlHash: Uint8Array,
  now: Date,
): Promise<{ readonly preview: Omit<LinkPreview, "url"> | null } | undefined> {
  const { rows } = await sql<{ preview: Omit<LinkPreview, "url"> | null }>`
    select preview from link_previews where url_hash = ${urlHash} and expires_at > ${now}`.execute(
    db,
  );
  return rows[0];
}

export async function upsertLinkPreview(
  db: Db,
  urlHash: Uint8Array,
  preview: Omit<LinkPreview, "url"> | undefined,
  expiresAt: Date,
): Promise<void> {
  const json = preview === undefined ? null : JSON.stringify(preview);
  await sql`
    insert into link_previews (url_hash, preview, expires_at) values (${urlHash}, ${json}::jsonb, ${expiresAt})
    on conflict (url_hash) do update set preview = excluded.preview, expires_at = excluded.expires_at`.execute(
    db,
  );
}

/** What is over goes, so many rows at a time; false when nothing is left. */
export async function deleteDueLinkPreviews(db: Db, now: Date, limit: number): Promise<boolean> {
  const { rows } = await sql`
    delete from link_previews where url_hash in (
      select url_hash from link_previews where expires_at <= ${now} limit ${limit} for update skip locked
    ) returning 1`.execute(db);
  return rows.length === limit;
}
