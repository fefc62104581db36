import { worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { remindDueJob } from "./kinds.jobs.ts";
import { remindDue } from "./reminders.service.ts";

const EVERY_MINUTE = "* * * * *";

/** The workers of saved messages and reminders, for the job queue of the server. */
export function savedJobs(deps: Parameters<typeof remindDue>[0]): readonly JobWorker[] {
  return [worker(remindDueJob, () => remindDue(deps), EVERY_MINUTE)];
}
