import { worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { sendDue, type SendingDeps } from "./sending.service.ts";
import { sendDueJob } from "./kinds.jobs.ts";

const EVERY_MINUTE = "* * * * *";

/** The workers of scheduled messages, for the job queue of the server. */
export function scheduledMessagesJobs(deps: SendingDeps): readonly JobWorker[] {
  return [worker(sendDueJob, () => sendDue(deps), EVERY_MINUTE)];
}
