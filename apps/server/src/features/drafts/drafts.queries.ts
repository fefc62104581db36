import type { Draft, MessageId, RoomId, UserId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface DraftPlace {
  readonly userId: UserId;
  readonly roomId: RoomId;
  readonly threadId: MessageId | null;
}

export interface DraftRow extends Omit<Draft, "updatedAt"> {
  readonly updatedAt: Date;
}

const columns = sql.raw(`
  d.room_id as "roomId", d.thread_id as "threadId", d.content, d.metadata, d.other, d.version, d.updated_at as "updatedAt"`);

const inPlace = ({ userId, roomId, threadId }: DraftPlace) => sql`
  d.user_id = ${userId} and d.room_id = ${roomId} and d.thread_id is not distinct from ${threadId}::uuid`;

/** In the rooms of a workspace that the person is in. */
export async function listOwn(
  db: Db,
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
): Promise<DraftRow[]> {
  const { rows } = await sql<DraftRow>`
    select ${columns} from drafts d join rooms r on r.id = d.room_id
    cross join lateral (
      select * from room_membership where room_id = d.room_id and user_id = d.user_id offset 0
    ) m
    where d.user_id = ${userId} and r.workspace_id = ${workspaceId} and r.status not in ('DELETED', 'INACTIVE')
      and m.workspace_status = 'ACTIVE' and m.access_level is not null
    order by d.version desc`.execute(db);
  return rows;
}

export async function findDraft(db: Db, place: DraftPlace): Promise<DraftRow | undefined> {
  const { rows } =
    await sql<DraftRow>`select ${columns} from drafts d where ${inPlace(place)}`.execute(db);
  return rows[0];
}

export interface ChangedDraft extends DraftRow {
  readonly isNew: boolean;
}

interface Change extends Pick<DraftRow, "content" | "metadata" | "other"> {
  /** Of the draft that is changed. */
  readonly version: number;
  readonly now: Date;
}

/** Undefined where the place has a draft with another version and another text; where it has none, any version will do. */
export async function upsertDraft(
  tx: Tx,
  { userId, roomId, threadId }: DraftPlace,
  { content, metadata, other, version, now }: Change,
): Promise<ChangedDraft | undefined> {
  const { rows } = await sql<ChangedDraft>`
    insert into drafts as d (user_id, room_id, thread_id, content, metadata, other, version, updated_at)
    values (${userId}, ${roomId}, ${threadId}, ${content}, ${JSON.stringify(metadata)}, ${other}, nextval('draft_versions'), ${now})
    on conflict on constraint drafts_place_key do update set content = excluded.content, metadata = excluded.metadata,
      other = excluded.other, version = excluded.version, updated_at = excluded.updated_at
    where d.version = ${version}
      or (d.content = excluded.content and d.other is not distinct from excluded.other)
    returning ${columns}, old.version is null as "isNew"`.execute(tx);
  return rows[0];
}

/** False where the place has a draft with another version. Where it has none, it has ended. */
export async function endDraft(tx: Tx, place: DraftPlace, version: number): Promise<boolean> {
  await sql`delete from drafts d where ${inPlace(place)} and d.version = ${version}`.execute(tx);
  return (await findDraft(tx, place)) === undefined;
}

export async function nextVersion(tx: Tx): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select nextval('draft_versions') as version`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error("A sequence has a next number");
  return row.version;
}

/** The drafts of a person behind the newest of this number and of these many bytes of text. */
export async function deleteOldest(
  tx: Tx,
  userId: UserId,
  kept: { readonly count: number; readonly bytes: number },
): Promise<void> {
  await sql`
    delete from drafts where user_id = ${userId} and version in (
      select version from (
        select version, row_number() over newest as place,
          sum(octet_length(content) + coalesce(octet_length(other), 0)) over newest as bytes
        from drafts where user_id = ${userId}
        window newest as (order by version desc rows unbounded preceding)
      ) d where place > ${kept.count} or bytes > ${kept.bytes}
    )`.execute(tx);
}

export async function deleteOfPerson(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from drafts where user_id = ${userId}`.execute(tx);
}
