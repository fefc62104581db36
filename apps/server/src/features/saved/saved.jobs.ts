import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { remindDue } from "./reminders.service.ts";

const remindJob = jobKind({ name: "saved.remind", data: z.object({}), retries: 2 });

const EVERY_MINUTE = "* * * * *";

/** The workers of saved messages and reminders, for the job queue of the server. */
export function savedJobs(deps: Parameters<typeof remindDue>[0]): readonly JobWorker[] {
  return [worker(remindJob, () => remindDue(deps), EVERY_MINUTE)];
}
