import * as z from "zod/mini";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { forgetPersonChanges } from "./workspaces.service.ts";

const forgetChangesJob = jobKind({
  name: "workspaces.forget-person-changes",
  data: z.object({}),
  retries: 2,
});

/** Deletes outlived changes every hour. */
export function workspacesJobs(db: Db, clock: Clock): readonly JobWorker[] {
  return [worker(forgetChangesJob, () => forgetPersonChanges(db, clock.now()), "29 * * * *")];
}
