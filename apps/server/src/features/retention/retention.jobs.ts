import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { announceRetentionJob } from "./kinds.jobs.ts";
import type { FileExpiryDeps } from "#server/features/files/expiring.service.ts";
import {
  announceRetention,
  purgeExpired,
  purgeFiles,
  type RetentionDeps,
} from "./retention.service.ts";

const purgeJob = jobKind({ name: "retention.purge", data: z.object({}), retries: 2 });

/** Before messages.purge, which takes the texts of what becomes a tombstone here. */
const EVERY_DAY = "11 3 * * *";

const purgeFilesJob = jobKind({ name: "retention.files", data: z.object({}), retries: 2 });

/** After the messages that are too old, which their files go with. */
const EVERY_DAY_LATER = "31 3 * * *";

/** The workers of retention, for the job queue of the server. */
export function retentionJobs(deps: RetentionDeps & FileExpiryDeps): readonly JobWorker[] {
  return [
    worker(purgeJob, () => purgeExpired(deps), EVERY_DAY),
    worker(purgeFilesJob, () => purgeFiles(deps), EVERY_DAY_LATER),
    worker(announceRetentionJob, (change) => announceRetention(deps, change)),
  ];
}
