import type { FileId, RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface UploadRow {
  readonly id: FileId;
  readonly workspaceId: WorkspaceId;
  readonly ownerId: UserId;
  readonly roomId: RoomId | null;
  readonly name: string;
  readonly size: number;
  /** As its sender says, in hexadecimal digits. */
  readonly sha256: string | null;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export async function insertUpload(tx: Tx, upload: UploadRow): Promise<void> {
  await sql`
    insert into uploads (id, workspace_id, owner_id, room_id, name, size, sha256, created_at, expires_at)
    values (${upload.id}, ${upload.workspaceId}, ${upload.ownerId}, ${upload.roomId}, ${upload.name}, ${upload.size},
      decode(${upload.sha256}, 'hex'), ${upload.createdAt}, ${upload.expiresAt})`.execute(tx);
}

export async function findUpload(
  db: Db,
  { workspaceId, userId }: { readonly workspaceId: WorkspaceId; readonly userId: UserId },
  id: FileId,
): Promise<UploadRow | undefined> {
  const { rows } = await sql<UploadRow>`
    select id, workspace_id as "workspaceId", owner_id as "ownerId", room_id as "roomId", name, size,
      encode(sha256, 'hex') as sha256, created_at as "createdAt", expires_at as "expiresAt"
    from uploads where id = ${id} and workspace_id = ${workspaceId} and owner_id = ${userId}`.execute(
    db,
  );
  return rows[0];
}

/** True where it was there. */
export async function deleteUpload(db: Db, id: FileId): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from uploads where id = ${id}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Deletes uploads of a workspace; returns how many. */
export async function deleteUploadsOf(
  db: Db,
  workspaceId: WorkspaceId,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from uploads where id in (select id from uploads where workspace_id = ${workspaceId} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}

/** Removes an upload that becomes no file; the bytes that it has brought count against the day. True where it was there. */
export async function endUpload(db: Db, id: FileId, brought: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    with gone as (delete from uploads where id = ${id} returning owner_id, created_at)
    insert into removed_uploads (owner_id, size, uploaded_at)
    select owner_id, ${brought}, created_at from gone`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** Uploads whose time is over. */
export async function listExpired(db: Db, now: Date, limit: number): Promise<FileId[]> {
  const { rows } = await sql<{ id: FileId }>`
    select id from uploads where expires_at <= ${now} order by expires_at limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** Which of these uploads are going on. */
export async function listKnownUploads(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text from uploads where id = any (${[...ids]}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}
