import { worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { closeDue } from "./closing.service.ts";
import { closeDueJob, tellDueJob } from "./kinds.jobs.ts";
import { tellLate } from "./telling.service.ts";

const EVERY_MINUTE = "* * * * *";

/** The workers of polls, for the job queue of the server. */
export function pollsJobs(
  deps: Parameters<typeof closeDue>[0] & Parameters<typeof tellLate>[0],
): readonly JobWorker[] {
  return [
    worker(closeDueJob, () => closeDue(deps), EVERY_MINUTE),
    worker(tellDueJob, () => tellLate(deps), EVERY_MINUTE),
  ];
}
