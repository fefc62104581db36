import type { RoomId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Does the database answer? */
export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1`.execute(db);
  return rows.length === 1;
}

/** The names of those who own the room, who is in it longest first. */
export async function listOwnerNames(db: Db, roomId: RoomId, limit: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select u.full_name as name from participants p join users u on u.id = p.user_id
    where p.room_id = ${roomId} and p.access_status = 'ACCEPTED' and p.access_level = 'OWNER'
    order by p.joined_at, u.id limit ${limit}`.execute(db);
  return rows.map(({ name }) => name);
}
