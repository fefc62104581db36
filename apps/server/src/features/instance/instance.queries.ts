import type { Db } from "#server/platform/db/database.ts";

export async function selectLogEpoch(db: Db): Promise<string> {
  const row = await db.selectFrom("instance").select("log_epoch").executeTakeFirstOrThrow();
  return row.log_epoch;
}
