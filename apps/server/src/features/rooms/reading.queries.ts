import { sql } from "kysely";
import type { Db } from "#server/platform/db/database.ts";

/** Does the database answer? */
export async function isReachable(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1`.execute(db);
  return rows.length === 1;
}
