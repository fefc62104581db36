import * as z from "zod/mini";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { mailDigest, planDigests, type DigestDeps } from "./digests.service.ts";
import { mailDigestJob } from "./kinds.jobs.ts";

const planJob = jobKind({ name: "digests.plan", data: z.object({}), retries: 2 });

/** While it is Monday somewhere; the clocks of some zones are a quarter of an hour from others. */
const QUARTERS_AROUND_MONDAY = "*/15 * * * 0-2";

/** The workers of digests, for the job queue of the server. */
export function digestsJobs(deps: DigestDeps): readonly JobWorker[] {
  return [
    worker(planJob, () => planDigests(deps), QUARTERS_AROUND_MONDAY),
    worker(mailDigestJob, (key) => mailDigest(deps, key)),
  ];
}
