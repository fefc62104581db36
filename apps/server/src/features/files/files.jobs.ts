import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { sweepFiles, sweepStore, type SweepDeps } from "./sweeping.service.ts";

const sweepJob = jobKind({ name: "files.sweep", data: z.object({}), retries: 2 });

const sweepStoreJob = jobKind({ name: "files.sweep-store", data: z.object({}), retries: 2 });

const EVERY_HOUR = "17 * * * *";
const AT_NIGHT = "29 4 * * *";

/** The workers of files, for the job queue of the server. */
export function filesJobs(deps: SweepDeps): readonly JobWorker[] {
  return [
    worker(sweepJob, () => sweepFiles(deps), EVERY_HOUR),
    worker(sweepStoreJob, () => sweepStore(deps), AT_NIGHT),
  ];
}
