import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Logger } from "#server/platform/log/log.ts";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { checkAudit } from "./chain.service.ts";
import { deleteOutlived } from "./retention.service.ts";

const deleteOutlivedJob = jobKind({
  name: "audit.delete-outlived",
  data: z.object({}),
  retries: 2,
});

const verifyJob = jobKind({
  name: "audit.verify",
  data: z.object({}),
  retries: 0,
  limitS: 6 * 3600,
});

/** Throws where the chain of an audit is broken: the job fails with a line in the log, an alarm (rules-identity 85). */
async function requireWhole({ db, clock, log }: AuditJobsDeps): Promise<void> {
  const states = await checkAudit(db, clock.now());
  for (const { of, last } of states)
    log.info({ chain: of ?? "instance", last }, "An audit ends here");
  const broken = states.filter(({ brokenAt }) => brokenAt !== null);
  const places = broken.map(({ of, brokenAt }) => `${of ?? "the instance"} at event ${brokenAt}`);
  if (places.length > 0)
    throw new Error(`Events of the audit were changed or removed: ${places.join(", ")}`);
}

interface AuditJobsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Deletes what was kept long enough, every hour, and checks the chains every night. */
export function auditJobs(deps: AuditJobsDeps, keptDays: number): readonly JobWorker[] {
  const { db, clock } = deps;
  const run = () => deleteOutlived(db, clock.now(), keptDays);
  return [
    worker(deleteOutlivedJob, run, "37 * * * *"),
    worker(verifyJob, () => requireWhole(deps), "23 3 * * *"),
  ];
}
