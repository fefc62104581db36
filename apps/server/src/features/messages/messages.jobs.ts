import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { purgeDeleted, type EditDeps } from "./edits.service.ts";

const purgeJob = jobKind({ name: "messages.purge", data: z.object({}), retries: 2 });

const EVERY_DAY = "41 3 * * *";

/** The workers of messages, for the job queue of the server. */
export function messagesJobs(deps: Pick<EditDeps, "db" | "clock">): readonly JobWorker[] {
  return [worker(purgeJob, () => purgeDeleted(deps), EVERY_DAY)];
}
