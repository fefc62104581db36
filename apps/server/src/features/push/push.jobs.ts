import * as z from "zod/mini";
import type { Db } from "#server/platform/db/database.ts";
import { jobKind, worker, type JobWorker } from "#server/platform/jobs/jobs.ts";
import { pushJob, pushWaitingJob, withdrawJob } from "./kinds.jobs.ts";
import { nextTryAt, type Push } from "./push.rules.ts";
import { deleteOldState } from "./sending.queries.ts";
import {
  createPushSender,
  idsOf,
  sendWaiting,
  type DeviceResult,
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

/** The workers of pushes, for the job queue of the server. */
export function pushJobs(deps: SendingDeps): readonly JobWorker[] {
  const sender = createPushSender(deps);
  return [
    worker(pushJob, async ({ pushes, again }) => {
      const { failures = 0, deviceIds } = again ?? {};
      await Promise.all(
        pushes.map(async (push) => {
          const { devices } = await sender.send(push, deviceIds ? { deviceIds } : {});
          await tryAgain(deps, push, devices, failures + 1);
        }),
      );
    }),
    worker(pushWaitingJob, async ({ userId, roomId }) => {
      const sent = await sendWaiting(deps, userId, roomId);
      if (sent) await tryAgain(deps, sent.push, sent.devices, 1);
    }),
    worker(withdrawJob, async ({ userId, tags }) => {
      const answers = await Promise.all(tags.map((tag) => sender.withdraw(userId, tag)));
      if (idsOf(answers.flat(), "failed").length > 0)
        throw new Error("Some browsers could not be asked to close a notification");
    }),
    worker(summariesJob, () => pushSummaries(deps), EVERY_MINUTE),
    worker(cleanUpJob, () => forgetOld(deps.db, deps.clock.now()), EVERY_DAY),
  ];
}

/** Leaves a job for the browsers at which a push failed, unless it failed there for good. */
async function tryAgain(
  { db, jobs, clock, log }: SendingDeps,
  push: Push,
  devices: readonly DeviceResult[],
  failures: number,
): Promise<void> {
  const deviceIds = [...idsOf(devices, "failed")];
  if (deviceIds.length === 0) return;
  const startAfter = nextTryAt(failures, clock.now());
  if (startAfter === undefined)
    log.warn({ deviceIds }, "Browsers are not pushed to: all tries have failed");
  else
    await jobs.enqueue(
      db,
      pushJob,
      { pushes: [push], again: { deviceIds, failures } },
      { startAfter },
    );
}

async function forgetOld(db: Db, now: Date): Promise<void> {
  await deleteEnded(db);
  await deleteOldState(db, new Date(now.getTime() - STATE_KEPT_MS));
}
