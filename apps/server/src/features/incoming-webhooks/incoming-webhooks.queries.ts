import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

export interface IncomingWebhookRow {
  readonly id: string;
  readonly name: string;
  /** By name; null where the account is gone. */
  readonly createdBy: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly isLive: boolean;
}

interface NewIncomingWebhook {
  readonly roomId: RoomId;
  readonly secretHash: Uint8Array;
  readonly authorId: UserId;
  readonly createdBy: UserId;
  readonly createdAt: Date;
}

export async function insertIncomingWebhook(
  tx: Tx,
  { roomId, secretHash, authorId, createdBy, createdAt }: NewIncomingWebhook,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into incoming_webhooks (room_id, secret_hash, author_id, created_by, created_at)
    values (${roomId}, ${secretHash}, ${authorId}, ${createdBy}, ${createdAt})
    returning id`.execute(tx);
  const row = rows[0];
  if (!row) throw new Error("An insert returns the row it made");
  return row.id;
}

/** Those of a room that are not removed, the newest first. */
export async function listOfRoom(db: Db, roomId: RoomId): Promise<IncomingWebhookRow[]> {
  const { rows } = await sql<IncomingWebhookRow>`
    select w.id, a.full_name as name, u.full_name as "createdBy", w.created_at as "createdAt", w.last_used_at as "lastUsedAt",
      exists (select from live_incoming_webhooks l where l.id = w.id) as "isLive"
    from incoming_webhooks w
    join users a on a.id = w.author_id
    left join users u on u.id = w.created_by
    where w.room_id = ${roomId} and w.closed_at is null
    order by w.created_at desc, w.id desc`.execute(db);
  return rows;
}

/** False where the room has no such webhook. */
export async function updateClosed(
  tx: Tx,
  { id, roomId }: { readonly id: string; readonly roomId: RoomId },
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update incoming_webhooks set closed_at = ${at}
    where id = ${id} and room_id = ${roomId} and closed_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

export interface LiveWebhook {
  readonly id: string;
  readonly authorId: UserId;
  readonly roomId: RoomId;
  readonly roomSlug: string;
  readonly workspaceId: WorkspaceId;
}

/** One that may write now, by the hash of its secret. */
export async function findLive(db: Db, secretHash: Uint8Array): Promise<LiveWebhook | undefined> {
  const { rows } = await sql<LiveWebhook>`
    select w.id, w.author_id as "authorId", w.room_id as "roomId", r.slug as "roomSlug", r.workspace_id as "workspaceId"
    from live_incoming_webhooks w join rooms r on r.id = w.room_id
    where w.secret_hash = ${secretHash}`.execute(db);
  return rows[0];
}

export async function updateUsed(db: Db, id: string, at: Date): Promise<void> {
  await sql`update incoming_webhooks set last_used_at = ${at} where id = ${id}`.execute(db);
}
