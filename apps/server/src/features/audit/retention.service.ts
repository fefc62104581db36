import type { Db } from "#server/platform/db/database.ts";
import { deleteAuditBefore } from "./chain.queries.ts";
import { linkAudit } from "./chain.service.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Rows of one statement: none holds what it deletes for long. */
const PORTION = 1_000;

/** Deletes what is older than AUDIT_DAYS and in its chain, in portions (rules-identity 85). */
export async function deleteOutlived(
  db: Db,
  now: Date,
  keptDays: number,
  portion = PORTION,
): Promise<void> {
  const before = new Date(now.getTime() - keptDays * DAY_MS);
  await linkAudit(db);
  const some = () => db.transaction().execute((tx) => deleteAuditBefore(tx, before, portion));
  while ((await some()) === portion);
}
