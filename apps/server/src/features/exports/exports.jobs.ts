import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { deleteExportsBefore } from "./exports.queries.ts";

const forgetExportsJob = jobKind({ name: "exports.forget", data: z.object({}), retries: 2 });

/** Forgets downloads that are over, every night. */
export function exportsJobs(db: Db, clock: Clock): readonly JobWorker[] {
  return [worker(forgetExportsJob, () => deleteExportsBefore(db, clock.now()), "47 3 * * *")];
}
