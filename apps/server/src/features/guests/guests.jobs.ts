import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { endOverdue, forgetStays, type StayDeps } from "./ending.service.ts";

/** Places of guests whose session is over. */
export const endStaysJob = jobKind({ name: "guests.end-stays", data: z.object({}), retries: 2 });
const forgetJob = jobKind({ name: "guests.forget", data: z.object({}), retries: 2 });

const EVERY_MINUTE = "* * * * *";
const EVERY_HOUR = "47 * * * *";

/** The workers of guests, for the job queue of the server. */
export function guestsJobs(deps: StayDeps): readonly JobWorker[] {
  return [
    worker(endStaysJob, () => endOverdue(deps), EVERY_MINUTE),
    worker(forgetJob, () => forgetStays(deps), EVERY_HOUR),
  ];
}
