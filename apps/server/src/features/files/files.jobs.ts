import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { scanJob, settledJob } from "./kinds.jobs.ts";
import { scanBlob, scanWaiting, tellSettled, type ScanDeps } from "./scanning.service.ts";
import { sweepFiles, sweepStore, type SweepDeps } from "./sweeping.service.ts";

const sweepJob = jobKind({ name: "files.sweep", data: z.object({}), retries: 2 });

const sweepStoreJob = jobKind({ name: "files.sweep-store", data: z.object({}), retries: 2 });

const scanWaitingJob = jobKind({ name: "files.scan-waiting", data: z.object({}), retries: 0 });

const EVERY_HOUR = "17 * * * *";
const AT_NIGHT = "29 4 * * *";
/** It costs a look at an empty table where nothing waits. */
const EVERY_MINUTE = "* * * * *";

/** The workers of files, for the job queue of the server. */
export function filesJobs(deps: SweepDeps & ScanDeps): readonly JobWorker[] {
  return [
    worker(sweepJob, () => sweepFiles(deps), EVERY_HOUR),
    worker(sweepStoreJob, () => sweepStore(deps), AT_NIGHT),
    worker(scanJob, ({ sha256 }) => scanBlob(deps, sha256)),
    worker(settledJob, (settled) => tellSettled(deps, settled)),
    worker(scanWaitingJob, () => scanWaiting(deps), EVERY_MINUTE),
  ];
}
