import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import {
  pushJob,
  pushManyJob,
  pushWaitingJob,
  withdrawJob,
  type StoredPushes,
} from "./kinds.jobs.ts";
import { nextTryAt } from "./push.rules.ts";
import { leavePushes } from "./pushing.service.ts";
import { deleteOldState } from "./sending.queries.ts";
import {
  createPushSender,
  failedOf,
  type PushSender,
  type PushResultOf,
  type SendingDeps,
} from "./sending.service.ts";
import { deleteEnded } from "./subscriptions.queries.ts";
import { pushSummaries } from "./summaries.service.ts";

const cleanUpJob = jobKind({ name: "push.clean-up", data: z.object({}), retries: 2 });

const summariesJob = jobKind({ name: "push.summaries", data: z.object({}), retries: 0 });

const EVERY_MINUTE = "* * * * *";
const EVERY_DAY = "17 4 * * *";
/** Longer than a push service keeps what a browser did not fetch. */
const STATE_KEPT_MS = 7 * 24 * 60 * 60_000;
/** Pushes that are looked up and noted together: so many at most are in doubt when a process ends. */
const AT_ONCE = 100;

/** The workers of pushes, for the job queue of the server. */
export function pushJobs(deps: SendingDeps): readonly JobWorker[] {
  const sender = createPushSender(deps);
  return [
    worker(pushJob, (data) => sendAll(deps, sender, data)),
    worker(pushManyJob, (data) => sendAll(deps, sender, data)),
    worker(pushWaitingJob, async ({ places }) => {
      await tryAgain(deps, await sender.sendWaiting(places), 1);
    }),
    worker(withdrawJob, async ({ shown }) => {
      if (failedOf(await sender.withdraw(shown)).length > 0)
        throw new Error("Some browsers could not be asked to close a notification");
    }),
    worker(summariesJob, () => pushSummaries(deps), EVERY_MINUTE),
    worker(cleanUpJob, () => forgetOld(deps.db, deps.clock.now()), EVERY_DAY),
  ];
}

async function sendAll(
  deps: SendingDeps,
  sender: PushSender,
  { pushes, again }: StoredPushes,
): Promise<void> {
  const own = pushes.flatMap(({ userIds, ...push }) =>
    userIds.map((userId) => ({ ...push, userId })),
  );
  const results: PushResultOf[] = [];
  for (let start = 0; start < own.length; start += AT_ONCE) {
    const some = own.slice(start, start + AT_ONCE);
    results.push(...(await sender.send(some, again)));
  }
  await tryAgain(deps, results, (again?.failures ?? 0) + 1);
}

/** Leaves a job for the browsers at which a push failed, unless it failed there for good. */
async function tryAgain(
  { db, jobs, clock, log }: SendingDeps,
  results: readonly PushResultOf[],
  failures: number,
): Promise<void> {
  const failed = failedOf(results);
  if (failed.length === 0) return;
  const deviceIds = failed.map(({ deviceId }) => deviceId);
  const startAfter = nextTryAt(failures, clock.now());
  if (startAfter === undefined)
    log.warn({ deviceIds }, "Browsers are not pushed to: all tries have failed");
  else {
    const pushes = [...new Set(failed.map(({ push }) => push))];
    await leavePushes(db, jobs, pushes, { startAfter, again: { deviceIds, failures } });
  }
}

async function forgetOld(db: Db, now: Date): Promise<void> {
  await deleteEnded(db);
  await deleteOldState(db, new Date(now.getTime() - STATE_KEPT_MS));
}
