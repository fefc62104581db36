import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { eraseAccounts, type AccountDeps } from "./accounts.service.ts";
import { authorsJobs } from "./authors.jobs.ts";
import { purgeDeleted, type DeletionDeps } from "./deletions.service.ts";

const purgeJob = jobKind({ name: "deletions.purge", data: z.object({}), retries: 2 });
const eraseJob = jobKind({ name: "deletions.erase-accounts", data: z.object({}), retries: 2 });

const EVERY_HOUR = "53 * * * *";
const EVERY_HOUR_BEFORE = "47 * * * *";

type JobDeps = Parameters<typeof authorsJobs>[0] &
  Pick<DeletionDeps, "orgDeletionDays"> &
  Pick<AccountDeps, "jobs">;

/** The workers of deletions, for the job queue of the server. */
export function deletionsJobs(deps: JobDeps): readonly JobWorker[] {
  return [
    worker(purgeJob, () => purgeDeleted(deps), EVERY_HOUR),
    worker(eraseJob, () => eraseAccounts(deps), EVERY_HOUR_BEFORE),
    ...authorsJobs(deps),
  ];
}
