import type { RoomId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

const ofRoom = sql`(r.settings ->> 'messageRetentionDays')::integer`;
const ofWorkspace = sql`(o.settings ->> 'messageRetentionDays')::integer`;

/** Rooms whose messages are deleted after so many days: the stricter of what the room and its workspace have chosen. */
export async function listLimitedRooms(
  db: Db,
): Promise<{ readonly roomId: RoomId; readonly days: number }[]> {
  const { rows } = await sql<{ roomId: RoomId; days: number }>`
    select r.id as "roomId", least(${ofRoom}, ${ofWorkspace}) as days
    from rooms r left join organizations o on o.id = r.workspace_id
    where coalesce(${ofRoom}, ${ofWorkspace}) is not null
    order by r.id`.execute(db);
  return rows;
}

/** Organizations whose files are removed after so many days. */
export async function listFileLimits(
  db: Db,
): Promise<{ readonly workspaceId: WorkspaceId; readonly days: number }[]> {
  const { rows } = await sql<{ workspaceId: WorkspaceId; days: number }>`
    select id as "workspaceId", (settings ->> 'fileRetentionDays')::integer as days from organizations
    where settings ->> 'fileRetentionDays' is not null order by id`.execute(db);
  return rows;
}

/** The rooms of a workspace that have not chosen to be as strict themselves: what it has chosen changes something there. */
export async function listAffectedRooms(
  db: Db,
  workspaceId: WorkspaceId,
  strictestDays: number,
): Promise<RoomId[]> {
  const { rows } = await sql<{ id: RoomId }>`
    select r.id from rooms r
    where r.workspace_id = ${workspaceId} and r.status = 'ACTIVE'
      and (${ofRoom} is null or ${ofRoom} > ${strictestDays}::integer)
    order by r.id`.execute(db);
  return rows.map(({ id }) => id);
}
