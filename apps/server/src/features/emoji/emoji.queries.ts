import type { CustomEmoji, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** By name. */
export async function listEmojiOf(db: Db, workspaceId: WorkspaceId): Promise<CustomEmoji[]> {
  const { rows } = await sql<CustomEmoji>`
    select id, name, address from custom_emoji where workspace_id = ${workspaceId} order by name collate "C"`.execute(
    db,
  );
  return rows;
}

export async function hasEmoji(db: Db, workspaceId: WorkspaceId, name: string): Promise<boolean> {
  const { rows } = await sql`
    select from custom_emoji where workspace_id = ${workspaceId} and name = ${name}`.execute(db);
  return rows.length > 0;
}

export async function countEmoji(tx: Tx, workspaceId: WorkspaceId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from custom_emoji where workspace_id = ${workspaceId}`.execute(
    tx,
  );
  return rows[0]?.count ?? 0;
}

/** False where another one has the name. */
export async function insertEmoji(
  tx: Tx,
  workspaceId: WorkspaceId,
  { id, name, address }: CustomEmoji,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into custom_emoji (id, workspace_id, name, address, created_at)
    values (${id}, ${workspaceId}, ${name}, ${address}, ${now})
    on conflict on constraint custom_emoji_name_key do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

export async function deleteEmojiRow(
  tx: Tx,
  workspaceId: WorkspaceId,
  id: string,
): Promise<Pick<CustomEmoji, "name" | "address"> | undefined> {
  const { rows } = await sql<Pick<CustomEmoji, "name" | "address">>`
    delete from custom_emoji where workspace_id = ${workspaceId} and id = ${id}
    returning name, address`.execute(tx);
  return rows[0];
}
