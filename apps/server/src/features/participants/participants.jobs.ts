import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { expireWaitingEverywhere, type ExpiryDeps } from "./request-outcomes.service.ts";

const expireJob = jobKind({ name: "participants.expire", data: z.object({}), retries: 2 });

const EVERY_HOUR = "37 * * * *";

/** The workers of participants, for the job queue of the server. */
export function participantsJobs(deps: ExpiryDeps): readonly JobWorker[] {
  return [worker(expireJob, () => expireWaitingEverywhere(deps), EVERY_HOUR)];
}
