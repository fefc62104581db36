import type { WorkspaceId } from "@colbin/protocol";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { expireRows } from "./expiring.queries.ts";
import { settledJob } from "./kinds.jobs.ts";

export interface FileExpiryDeps {
  readonly db: Db;
  readonly jobs: Jobs;
}

const PORTION = 200;

/**
 * Removes the bytes of files that rooms of a workspace have shown since before a moment (rules-collab 38); their messages keep the names,
 * and are told of it. Idempotent, and goes on wherever it was cut off.
 */
export async function expireFiles(
  { db, jobs }: FileExpiryDeps,
  workspaceId: WorkspaceId,
  before: Date,
): Promise<void> {
  const expirePortion = () =>
    runTransaction(db, async (tx) => {
      const fileIds = await expireRows(tx, workspaceId, { before, limit: PORTION });
      if (fileIds.length > 0) await jobs.enqueue(tx, settledJob, { fileIds });
      return fileIds.length;
    });
  while ((await expirePortion()) === PORTION);
}
