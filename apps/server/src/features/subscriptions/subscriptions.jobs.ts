import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { unmuteDue } from "./muting.service.ts";
import type { SubscriptionDeps } from "./subscriptions.service.ts";

const unmuteJob = jobKind({ name: "subscriptions.unmute", data: z.object({}), retries: 2 });

const EVERY_MINUTE = "* * * * *";

/** The workers of subscriptions, for the job queue of the server. */
export function subscriptionsJobs(deps: SubscriptionDeps): readonly JobWorker[] {
  return [worker(unmuteJob, () => unmuteDue(deps), EVERY_MINUTE)];
}
