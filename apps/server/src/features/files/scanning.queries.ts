import type { FileId, FileStatus, RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Has a blob wait for a verdict; one that waits already goes on. */
export async function insertScan(tx: Tx, sha256: string, since: Date): Promise<void> {
  await sql`
    insert into blob_scans (sha256, since) values (decode(${sha256}, 'hex'), ${since})
    on conflict do nothing`.execute(tx);
}

export async function isWaiting(db: Db, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from blob_scans where sha256 = decode(${sha256}, 'hex')`.execute(db);
  return rows.length > 0;
}

/** Blobs that have waited for a verdict since before a moment, the first of them first. */
export async function listWaiting(
  db: Db,
  {
    before,
    after,
    limit,
  }: { readonly before: Date; readonly after: Waiting | undefined; readonly limit: number },
): Promise<Waiting[]> {
  const from = after
    ? sql`(since, sha256) > (${after.since}, decode(${after.sha256}, 'hex'))`
    : sql`true`;
  const { rows } = await sql<Waiting>`
    select encode(sha256, 'hex') as sha256, since from blob_scans
    where since < ${before} and ${from} order by since, sha256 limit ${limit}`.execute(db);
  return rows;
}

export interface Waiting {
  readonly sha256: string;
  readonly since: Date;
}

/**
 * Holds the row of a blob that waits for a verdict until the transaction ends, after which no file is made of it that this one does not
 * see; false where it waits no more.
 */
export async function lockWaiting(tx: Tx, sha256: string): Promise<boolean> {
  await sql`select from blobs where sha256 = decode(${sha256}, 'hex') for update`.execute(tx);
  return isWaiting(tx, sha256);
}

export async function deleteScan(tx: Tx, sha256: string): Promise<void> {
  await sql`delete from blob_scans where sha256 = decode(${sha256}, 'hex')`.execute(tx);
}

/** The bytes of a blob are malware: what was made of them goes. */
export async function setThreat(tx: Tx, sha256: string, threat: string): Promise<void> {
  await sql`update blobs set threat = ${threat} where sha256 = decode(${sha256}, 'hex')`.execute(
    tx,
  );
  await sql`delete from file_variants where sha256 = decode(${sha256}, 'hex')`.execute(tx);
}

/** Was malware found in the blob? */
export async function isThreat(db: Db, sha256: string): Promise<boolean> {
  const { rows } = await sql`
    select from blobs where sha256 = decode(${sha256}, 'hex') and threat is not null`.execute(db);
  return rows.length > 0;
}

export interface SettledFile {
  readonly id: FileId;
  readonly workspaceId: WorkspaceId;
  readonly ownerId: UserId;
  readonly roomId: RoomId | null;
  readonly name: string;
}

export interface FilesChange {
  /** Files that have one of these states. */
  readonly from: readonly FileStatus[];
  readonly status: FileStatus;
  readonly isUnscanned: boolean;
}

/** Changes the files of a blob; returns those that are others now. */
export async function settleFiles(
  tx: Tx,
  sha256: string,
  { from, status, isUnscanned }: FilesChange,
): Promise<SettledFile[]> {
  const { rows } = await sql<SettledFile>`
    update files set status = ${status}, is_unscanned = ${isUnscanned}
    where sha256 = decode(${sha256}, 'hex') and status = any (${[...from]}::text[])
      and (status, is_unscanned) is distinct from (${status}, ${isUnscanned})
    returning id, workspace_id as "workspaceId", owner_id as "ownerId", room_id as "roomId", name`.execute(
    tx,
  );
  return rows;
}
