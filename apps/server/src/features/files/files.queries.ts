import type {
  FileId,
  FileInput,
  FileType,
  FileVariant,
  MessageId,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { containing } from "#server/platform/db/like.ts";
import { uuidList } from "#server/platform/db/uuid-list.ts";
import type { StoredStatus } from "./files.rules.ts";

/** A file as it is stored. */
export interface FileRow {
  readonly id: FileId;
  readonly workspaceId: WorkspaceId;
  readonly ownerId: UserId;
  readonly ownerName: string;
  readonly roomId: RoomId | null;
  readonly name: string;
  readonly mediaType: string;
  readonly type: FileType;
  readonly size: number;
  /** In hexadecimal digits; null when its bytes are gone. */
  readonly sha256: string | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly blur: string | null;
  readonly status: StoredStatus;
  /** The scan gave no verdict on it. */
  readonly isUnscanned: boolean;
  readonly createdAt: Date;
  readonly trashedAt: Date | null;
  readonly variants: readonly FileVariant[];
}

const fileColumns = sql.raw(`
  f.id, f.workspace_id as "workspaceId", f.owner_id as "ownerId", u.full_name as "ownerName", f.room_id as "roomId", f.name,
  f.media_type as "mediaType", f.type, f.size, encode(f.sha256, 'hex') as sha256, f.width, f.height,
  f.duration_ms as "durationMs", f.blur, f.status, f.is_unscanned as "isUnscanned", f.created_at as "createdAt", f.trashed_at as "trashedAt",
  array(select v.variant from file_variants v where v.sha256 = f.sha256 order by v.variant) as variants`);

/** A file of a workspace. */
export async function findFile(
  db: Db,
  workspaceId: WorkspaceId,
  id: FileId,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f join users u on u.id = f.owner_id
    where f.id = ${id} and f.workspace_id = ${workspaceId}`.execute(db);
  return rows[0];
}

/** A file of whatever workspace. */
export async function findAnyFile(db: Db, id: FileId): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f join users u on u.id = f.owner_id where f.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** The rooms in which a message shows the file. */
export async function listRoomsShowing(db: Db, id: FileId): Promise<RoomId[]> {
  const { rows } = await sql<{ roomId: RoomId }>`
    select distinct room_id as "roomId" from file_references where file_id = ${id}`.execute(db);
  return rows.map(({ roomId }) => roomId);
}

/** Does a document show the file that this person may read? */
export async function isInDocumentOf(db: Db, userId: UserId, id: FileId): Promise<boolean> {
  const { rows } = await sql`
    select from document_files x join documents d on d.id = x.document_id and d.status <> 'DELETED'
    where x.file_id = ${id} and document_level(d.id, ${userId}) is not null limit 1`.execute(db);
  return rows.length > 0;
}

/** A room that shows a file. */
export interface ShowingRoom {
  readonly slug: string;
  /** Messages of its threads alone do. */
  readonly isInThreads: boolean;
}

/** All rooms that show a file, in whatever state they are. */
export async function listShowingRooms(db: Db, id: FileId): Promise<ShowingRoom[]> {
  const { rows } = await sql<ShowingRoom>`
    select o.slug, bool_and(m.thread_id is not null and m.msg_no is null) as "isInThreads"
    from file_references r
    join messages m on m.room_id = r.room_id and m.id = r.message_id
    join rooms o on o.id = r.room_id
    where r.file_id = ${id} group by o.id`.execute(db);
  return rows;
}

/** A message that shows a file. */
export interface Showing {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
  readonly authorId: UserId;
}

export async function listShowing(db: Db, id: FileId): Promise<Showing[]> {
  const { rows } = await sql<Showing>`
    select r.room_id as "roomId", r.message_id as "messageId", m.author_id as "authorId"
    from file_references r join messages m on m.room_id = r.room_id and m.id = r.message_id
    where r.file_id = ${id}`.execute(db);
  return rows;
}

/** The files of messages, in their order. */
export async function listShown(
  db: Db,
  keys: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<(FileRow & { readonly messageId: MessageId; readonly alt: string })[]> {
  const { rows } = await sql<FileRow & { messageId: MessageId; alt: string }>`
    select ${fileColumns}, r.message_id as "messageId", r.alt
    from unnest(${keys.map(({ roomId }) => roomId)}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) k (room_id, message_id)
    join file_references r on r.room_id = k.room_id and r.message_id = k.message_id
    join files f on f.id = r.file_id
    join users u on u.id = f.owner_id
    order by r.message_id, r.place`.execute(db);
  return rows;
}

export async function deleteReferencesOf(
  tx: Tx,
  { roomId, id }: { readonly roomId: RoomId; readonly id: MessageId },
): Promise<void> {
  await sql`delete from file_references where room_id = ${roomId} and message_id = ${id}`.execute(
    tx,
  );
}

/** The files among these that a person may send into a room now. */
export async function listUsable(
  db: Db,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
  files: readonly FileInput[],
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f join users u on u.id = f.owner_id
    where f.id = any (${files.map(({ fileId }) => fileId)}::uuid[])
      and files_usable(${roomId}, ${userId}, jsonb_build_array(jsonb_build_object('fileId', f.id)))`.execute(
    db,
  );
  return rows;
}

/** Which files a list is of, and from where on. */
export interface FileFilter {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
  /** Rooms whose messages count as places; the person may read them. */
  readonly roomIds: readonly RoomId[];
  /** Only what one of these rooms shows; else own ones as well. */
  readonly isShownOnly: boolean;
  readonly isTrash: boolean;
  readonly type?: FileType | undefined;
  readonly ownerId?: UserId | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly search?: string | undefined;
  readonly after?: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
}

/** A message that shows a file; null where none does. */
export interface PlaceRow {
  readonly messageId: MessageId | null;
  readonly placeRoomId: RoomId | null;
  readonly isInThread: boolean | null;
}

export type ListedFile = FileRow & PlaceRow;

/** The newest files of a workspace, of which most people see a page. */
const NEAR_FILES = 2_000;

/**
 * The newest first. A page is looked for among the newest files of the workspace; for a person who sees fewer of these, all
 * files that they see are gathered first, so that those of others cost nothing.
 */
export async function listFileRows(db: Db, filter: FileFilter): Promise<ListedFile[]> {
  const { userId, isShownOnly, isTrash, limit } = filter;
  const shown = sql`select r.file_id from file_references r where r.room_id = any (${uuidList(filter.roomIds)})`;
  if (isShownOnly) return selectFiles(db, filter, sql`files f`, sql`f.id in (${shown})`);
  const own = sql`f.owner_id = ${userId}`;
  if (isTrash) return selectFiles(db, filter, sql`files f`, own);
  const newest = sql`(
    select * from files f where ${sql.join(placeConditions(filter), sql` and `)}
    order by f.created_at desc, f.id desc limit ${NEAR_FILES}
  ) f`;
  // With a limit it is asked file by file: for an "exists" all references of the rooms would be read first.
  const isSeen = sql`(${own} or (${shown} and r.file_id = f.id limit 1) is not null)`;
  const near = await selectFiles(db, filter, newest, isSeen);
  if (near.length >= limit) return near;
  const seen = sql`f.id in (${shown} union select o.id from files o where o.owner_id = ${userId})`;
  return selectFiles(db, filter, sql`files f`, seen);
}

async function selectFiles(
  db: Db,
  filter: FileFilter,
  files: RawBuilder<unknown>,
  isSeen: RawBuilder<unknown>,
): Promise<ListedFile[]> {
  const conditions = [
    ...placeConditions(filter),
    isSeen,
    ...(filter.type === undefined ? [] : [sql`f.type = ${filter.type}`]),
    ...(filter.ownerId === undefined ? [] : [sql`f.owner_id = ${filter.ownerId}`]),
    ...toWords(filter.search).map((word) => sql`f.name ilike ${containing(word)}`),
  ];
  const { rows } = await sql<ListedFile>`
    with listed as (
      select f.* from ${files} where ${sql.join(conditions, sql` and `)}
      order by f.created_at desc, f.id desc limit ${filter.limit}
    )
    select ${fileColumns}, ${placeColumns}
    from listed f
    join users u on u.id = f.owner_id
    left join lateral ${lastPlace(filter.roomIds)} p on true
    order by f.created_at desc, f.id desc`.execute(db);
  return rows;
}

/** The conditions of owner and place: the files of which workspace, and from where on. */
function placeConditions({ workspaceId, isTrash, from, to, after }: FileFilter) {
  return [
    sql`f.workspace_id = ${workspaceId}`,
    sql`f.sha256 is not null`,
    isTrash ? sql`f.trashed_at is not null` : sql`f.trashed_at is null`,
    ...(from === undefined ? [] : [sql`f.created_at >= ${from}`]),
    ...(to === undefined ? [] : [sql`f.created_at < ${to}`]),
    ...(after === undefined ? [] : [sql`(f.created_at, f.id) < (${after.at}, ${after.id}::uuid)`]),
  ];
}

/** Where a file was sent last, of these rooms. */
export async function findPlace(
  db: Db,
  id: FileId,
  roomIds: readonly RoomId[],
): Promise<PlaceRow | undefined> {
  const { rows } = await sql<PlaceRow>`
    select ${placeColumns} from files f cross join lateral ${lastPlace(roomIds)} p where f.id = ${id}`.execute(
    db,
  );
  return rows[0];
}

const placeColumns = sql.raw(
  `p.message_id as "messageId", p.room_id as "placeRoomId", p.is_in_thread as "isInThread"`,
);

function lastPlace(roomIds: readonly RoomId[]): RawBuilder<unknown> {
  return sql`(
    select r.room_id, r.message_id, m.thread_id is not null and m.msg_no is null as is_in_thread
    from file_references r
    join messages m on m.room_id = r.room_id and m.id = r.message_id
    where r.file_id = f.id and r.room_id = any (${uuidList(roomIds)})
    order by r.message_id desc limit 1
  )`;
}

function toWords(search: string | undefined): string[] {
  return (search ?? "")
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, 10);
}

export interface NewFile extends Omit<
  FileRow,
  "ownerName" | "variants" | "trashedAt" | "sha256" | "isUnscanned"
> {
  readonly sha256: string;
}

export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await sql`
    insert into files (id, workspace_id, owner_id, room_id, name, media_type, type, size, sha256, width, height, duration_ms, blur,
      status, created_at)
    values (${file.id}, ${file.workspaceId}, ${file.ownerId}, ${file.roomId}, ${file.name}, ${file.mediaType}, ${file.type},
      ${file.size}, decode(${file.sha256}, 'hex'), ${file.width}, ${file.height}, ${file.durationMs}, ${file.blur},
      ${file.status}, ${file.createdAt})`.execute(tx);
}

/** Holds the row of a blob until the transaction ends: nobody else makes or removes it. True where its bytes are known as malware. */
export async function lockBlob(
  tx: Tx,
  { sha256, size, now }: { readonly sha256: string; readonly size: number; readonly now: Date },
): Promise<boolean> {
  const { rows } = await sql<{ isThreat: boolean }>`
    insert into blobs (sha256, size, created_at) values (decode(${sha256}, 'hex'), ${size}, ${now})
    on conflict (sha256) do update set created_at = excluded.created_at
    returning threat is not null as "isThreat"`.execute(tx);
  return rows[0]?.isThreat === true;
}

export async function updateName(db: Db, id: FileId, name: string, type: FileType): Promise<void> {
  await sql`update files set name = ${name}, type = ${type} where id = ${id}`.execute(db);
}

/** False where nothing changed. */
export async function updateTrashed(db: Db, id: FileId, at: Date | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update files set trashed_at = ${at}
    where id = ${id} and (trashed_at is null) <> ${at === null} and sha256 is not null`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Bytes of the files of a person in a workspace, or of all of it, with what is being uploaded. */
export async function sumSizes(
  db: Db,
  workspaceId: WorkspaceId,
  ownerId: UserId | undefined,
): Promise<number> {
  const owner = ownerId === undefined ? sql`true` : sql`owner_id = ${ownerId}`;
  const { rows } = await sql<{ used: number }>`
    select coalesce((
      select sum(size) from files where workspace_id = ${workspaceId} and ${owner} and sha256 is not null and status <> 'quarantined'
    ), 0)::bigint + coalesce((
      select sum(size) from uploads where workspace_id = ${workspaceId} and ${owner}
    ), 0)::bigint as used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** Bytes that a person has uploaded since, wherever, with those that are removed again. */
export async function sumUploadedSince(db: Db, ownerId: UserId, since: Date): Promise<number> {
  const { rows } = await sql<{ used: number }>`
    select coalesce((
      select sum(size) from files where owner_id = ${ownerId} and created_at > ${since}
    ), 0)::bigint + coalesce((
      select sum(size) from uploads where owner_id = ${ownerId} and created_at > ${since}
    ), 0)::bigint + coalesce((
      select sum(size) from removed_uploads where owner_id = ${ownerId} and uploaded_at > ${since}
    ), 0)::bigint as used`.execute(db);
  return rows[0]?.used ?? 0;
}

/** The largest of a person's files, beginning with the largest. */
export async function listLargest(
  db: Db,
  workspaceId: WorkspaceId,
  ownerId: UserId,
  limit: number,
): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select ${fileColumns} from files f join users u on u.id = f.owner_id
    where f.workspace_id = ${workspaceId} and f.owner_id = ${ownerId} and f.sha256 is not null and f.status <> 'quarantined'
    order by f.size desc, f.id limit ${limit}`.execute(db);
  return rows;
}

/** Removes a file that no message and no document shows; its bytes count against the day. False where one does, or where it is not there. */
export async function deleteFileRow(db: Db, id: FileId): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (
      delete from files f where f.id = ${id} and not exists (select from file_references r where r.file_id = f.id)
        and not exists (select from document_files x where x.file_id = f.id)
      returning owner_id, size, created_at
    )
    insert into removed_uploads (owner_id, size, uploaded_at)
    select owner_id, size, created_at from gone`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Notes on a message that a file of it is another one now; the caller holds the room's lock. False where the message shows none any more. */
export async function noteShown(
  tx: Tx,
  { roomId, messageId }: Pick<Showing, "roomId" | "messageId">,
  bit: number,
): Promise<boolean> {
  const { rows } = await sql<{ seq: number | null }>`
    select note_part(${roomId}, ${messageId}, ${bit}) as seq
    where exists (select from file_references where room_id = ${roomId} and message_id = ${messageId})`.execute(
    tx,
  );
  return rows.length > 0;
}

/** A variant of a blob. */
export interface VariantRow {
  readonly mediaType: string;
  readonly size: number;
}

export async function findVariant(
  db: Db,
  sha256: string,
  variant: FileVariant,
): Promise<VariantRow | undefined> {
  const { rows } = await sql<VariantRow>`
    select media_type as "mediaType", size from file_variants
    where sha256 = decode(${sha256}, 'hex') and variant = ${variant}`.execute(db);
  return rows[0];
}
