import type { Db } from "#server/platform/db/database.ts";
import { selectLogEpoch } from "./instance.queries.ts";

/** The name of this log. It is another one after a backup was restored, and then every client drops its cache. */
export function getLogEpoch(db: Db): Promise<string> {
  return selectLogEpoch(db);
}
