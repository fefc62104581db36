import { worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { testMailJob } from "./kinds.jobs.ts";
import { sendTestMail } from "./mail-test.service.ts";

/** The workers of tests, for the job queue of the server. */
export function notificationTestsJobs(
  deps: Parameters<typeof sendTestMail>[0],
): readonly JobWorker[] {
  return [worker(testMailJob, (job) => sendTestMail(deps, job))];
}
