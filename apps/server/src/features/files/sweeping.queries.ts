import type { UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Files that nothing shows since they were made before a moment go into the trash; returns how many. */
export async function trashUnshown(
  db: Db,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    update files set trashed_at = ${now}
    where id in (
      select f.id from files f
      where f.trashed_at is null and f.room_id is not null and f.created_at < ${before}
        and not exists (select from file_references r where r.file_id = f.id)
        and not exists (select from document_files x where x.file_id = f.id)
        and not exists (
          select from scheduled_messages s
          where s.metadata -> 'files' @> jsonb_build_array(jsonb_build_object('fileId', f.id))
            or s.metadata #>> '{voice,fileId}' = f.id::text
        )
      limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0n);
}

/** All files of a person that nothing shows go into the trash, also those that were for no room. */
export async function trashUnshownOf(tx: Tx, ownerId: UserId, now: Date): Promise<void> {
  await sql`
    update files f set trashed_at = ${now}
    where f.owner_id = ${ownerId} and f.trashed_at is null
      and not exists (select from file_references r where r.file_id = f.id)
      and not exists (select from document_files x where x.file_id = f.id)`.execute(tx);
}

/**
 * Removes files whose time in the trash is over; of those that a message or a document shows the bytes are theirs no more, and the name
 * stays as long as these. Returns how many.
 */
export async function forgetTrashed(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  const isShown = sql`(exists (select from file_references r where r.file_id = f.id)
    or exists (select from document_files x where x.file_id = f.id))`;
  const { rows } = await sql<{ count: number }>`
    with due as (
      select f.id, ${isShown} as is_shown from files f
      where f.trashed_at < ${before} and (f.sha256 is not null or not ${isShown}) limit ${limit}
    ), gone as (
      delete from files where id in (select id from due where not is_shown) returning id
    ), kept as (
      -- Other rows than those that go: of two changes of a row in one statement PostgreSQL makes one.
      update files set sha256 = null where id in (select id from due where is_shown) returning id
    )
    select ((select count(*) from gone) + (select count(*) from kept))::int as count`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Whether nothing has the bytes of a blob; that some are malware is known for ever. */
const isOrphan = sql`b.threat is null and not exists (select from files f where f.sha256 = b.sha256)
  and not exists (select from small_pictures p where p.sha256 = b.sha256)`;

/** Blobs that nothing has, noted before a moment. */
export async function listOrphans(
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select encode(b.sha256, 'hex') as sha256 from blobs b
    where b.created_at < ${before} and ${isOrphan}
    limit ${limit}`.execute(db);
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Removes a blob that nothing has and that nothing was made of since a moment, and holds its place until the transaction ends; false
 * where it stays.
 */
export async function deleteOrphan(tx: Tx, sha256: string, since: Date): Promise<boolean> {
  await sql`select from blobs where sha256 = decode(${sha256}, 'hex') for update`.execute(tx);
  // A statement of its own: it sees what was noted before the lock was taken.
  const { numAffectedRows } = await sql`
    delete from blobs b where b.sha256 = decode(${sha256}, 'hex')
      and b.created_at <= ${since} and ${isOrphan}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Uploads of a day that is over count no more. */
export async function deleteRemovedUploads(db: Db, before: Date): Promise<void> {
  await sql`delete from removed_uploads where uploaded_at <= ${before}`.execute(db);
}

/** The hashes among these whose bytes are to be there. */
export async function listKnownBlobs(db: Db, hashes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select encode(sha256, 'hex') as sha256 from blobs
    where sha256 in (select decode(h, 'hex') from unnest(${[...hashes]}::text[]) h) and threat is null`.execute(
    db,
  );
  return rows.map(({ sha256 }) => sha256);
}

/**
 * Makes the row of a blob that has none, and holds it until the transaction ends; also true for known malware, whose bytes nobody may
 * have. False where there is a file of it by now.
 */
export async function holdUnknownBlob(tx: Tx, sha256: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into blobs (sha256, size, created_at) values (decode(${sha256}, 'hex'), 0, ${now})
    on conflict (sha256) do update set created_at = blobs.created_at where blobs.threat is not null`.execute(
    tx,
  );
  return (numAffectedRows ?? 0n) > 0n;
}

/** Removes the row of a blob whose bytes are gone; that they are malware stays known. */
export async function deleteHeldBlob(tx: Tx, sha256: string): Promise<void> {
  await sql`delete from blobs where sha256 = decode(${sha256}, 'hex') and threat is null`.execute(
    tx,
  );
}

/** Deletes files of a workspace; returns how many. */
export async function deleteFilesOf(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from files where id in (select id from files where workspace_id = ${workspaceId} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
