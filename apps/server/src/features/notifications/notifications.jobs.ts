import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { deliver, forgetOutlived, mail, type DeliveryDeps } from "./deliveries.service.ts";
import { mailJob, notifyJob } from "./kinds.jobs.ts";

const cleanUpJob = jobKind({ name: "notifications.clean-up", data: z.object({}), retries: 2 });

const EVERY_DAY = "53 3 * * *";

/** The workers of notifications, for the job queue of the server. */
export function notificationsJobs(deps: DeliveryDeps): readonly JobWorker[] {
  return [
    worker(notifyJob, (job) => deliver(deps, job)),
    worker(mailJob, (cause) => mail(deps, cause)),
    worker(cleanUpJob, () => forgetOutlived(deps), EVERY_DAY),
  ];
}
