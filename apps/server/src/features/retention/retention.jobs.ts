import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { announceRetentionJob } from "./kinds.jobs.ts";
import { announceRetention, purgeExpired, type RetentionDeps } from "./retention.service.ts";

const purgeJob = jobKind({ name: "retention.purge", data: z.object({}), retries: 2 });

/** Before messages.purge, which takes the texts of what becomes a tombstone here. */
const EVERY_DAY = "11 3 * * *";

/** The workers of retention, for the job queue of the server. */
export function retentionJobs(deps: RetentionDeps): readonly JobWorker[] {
  return [
    worker(purgeJob, () => purgeExpired(deps), EVERY_DAY),
    worker(announceRetentionJob, (change) => announceRetention(deps, change)),
  ];
}
