import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { deleteOutlived } from "./retention.service.ts";

const deleteOutlivedJob = jobKind({
  name: "audit.delete-outlived",
  data: z.object({}),
  retries: 2,
});

/** Deletes what was kept long enough, every hour. */
export function auditJobs(db: Db, clock: Clock, keptDays: number): readonly JobWorker[] {
  const run = () => deleteOutlived(db, clock.now(), keptDays);
  return [worker(deleteOutlivedJob, run, "37 * * * *")];
}
