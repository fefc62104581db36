import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { tellExpiring, type ExpiringDeps } from "./expiring.service.ts";

const tellExpiringJob = jobKind({ name: "api-keys.tell-expiring", data: z.object({}), retries: 2 });

const EVERY_HOUR = "37 * * * *";

/** The workers of API keys, for the job queue of the server. */
export function apiKeysJobs(deps: ExpiringDeps): readonly JobWorker[] {
  return [worker(tellExpiringJob, () => tellExpiring(deps), EVERY_HOUR)];
}
