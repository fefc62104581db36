import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { purgeDeleted, type DeletionDeps } from "./deletions.service.ts";

const purgeJob = jobKind({ name: "deletions.purge", data: z.object({}), retries: 2 });

const EVERY_HOUR = "53 * * * *";

/** The workers of deletions, for the job queue of the server. */
export function deletionsJobs(
  deps: Pick<DeletionDeps, "db" | "clock" | "orgDeletionDays">,
): readonly JobWorker[] {
  return [worker(purgeJob, () => purgeDeleted(deps), EVERY_HOUR)];
}
