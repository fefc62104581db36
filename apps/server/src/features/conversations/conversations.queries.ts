import type { RoomId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** The room that belongs to exactly these people of a workspace, whoever may see it. */
export async function findConversation(
  db: Db,
  workspaceId: WorkspaceId,
  peopleKey: string,
): Promise<RoomId | undefined> {
  const { rows } = await sql<{ id: RoomId }>`
    select id from rooms where workspace_id = ${workspaceId} and people_key = ${peopleKey}`.execute(
    db,
  );
  return rows[0]?.id;
}

/** Conversations that somebody began with strangers since then. */
export async function countStrangersSince(tx: Tx, userId: UserId, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from rooms
    where created_by = ${userId} and created_at > ${since} and is_to_stranger`.execute(tx);
  return rows[0]?.count ?? 0;
}
