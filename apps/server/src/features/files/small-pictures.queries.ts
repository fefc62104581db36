import type { PictureId, RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Whose picture it is: with a room or a workspace it is gone as well. */
export type PictureOwner =
  | { readonly userId: UserId }
  | { readonly roomId: RoomId }
  | { readonly workspaceId: WorkspaceId };

export interface SmallPictureRow {
  readonly sha256: string;
  readonly mediaType: string;
  readonly size: number;
}

export async function insertSmallPicture(
  tx: Tx,
  id: PictureId,
  { sha256, mediaType, size }: SmallPictureRow,
  owner: PictureOwner,
): Promise<void> {
  const {
    userId,
    roomId,
    workspaceId,
  }: { userId?: UserId; roomId?: RoomId; workspaceId?: WorkspaceId } = owner;
  await sql`
    insert into small_pictures (id, sha256, media_type, size, user_id, room_id, workspace_id)
    values (${id}, decode(${sha256}, 'hex'), ${mediaType}, ${size}, ${userId ?? null}, ${roomId ?? null},
      ${workspaceId ?? null})`.execute(tx);
}

export async function findSmallPicture(
  db: Db,
  id: PictureId,
): Promise<SmallPictureRow | undefined> {
  const { rows } = await sql<SmallPictureRow>`
    select encode(sha256, 'hex') as sha256, media_type as "mediaType", size from small_pictures
    where id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteSmallPicture(tx: Tx, id: string): Promise<void> {
  await sql`delete from small_pictures where id = ${id}`.execute(tx);
}

export async function deleteSmallPicturesOf(tx: Tx, userId: UserId): Promise<void> {
  await sql`delete from small_pictures where user_id = ${userId}`.execute(tx);
}
