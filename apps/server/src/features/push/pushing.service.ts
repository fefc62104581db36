import { randomUUID } from "node:crypto";
import type { UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { pushJob, withdrawJob } from "./kinds.jobs.ts";
import type { Push } from "./push.rules.ts";
import { listReachable, listShownOf } from "./sending.queries.ts";
import { insertSummaries } from "./summaries.queries.ts";

export interface PushingDeps {
  readonly jobs: Jobs;
  readonly clock: Pick<Clock, "now">;
}

export { listReachable } from "./sending.queries.ts";

/** The tag of what tells of a row of the feed, as on the desktop, or else of the messages of a room: a later one takes its place. */
export function tagOf(
  of: { readonly notificationId: string } | { readonly roomId: string },
): string {
  return "roomId" in of ? of.roomId : of.notificationId;
}

/** Pushes of one job, which go out side by side. */
const BATCH_SIZE = 20;

/** A push that leaves at this moment or later; in the quiet time of its person a summary takes its place, at the end. */
export type NewPush = Omit<Push, "id" | "madeAt"> & {
  readonly startAfter?: Date;
  readonly quietUntil?: Date;
};

/**
 * Has people pushed to after the commit, one push each, of those who have a browser for it; a few jobs, however many people. Answers
 * who they are. Whether they want it is decided by then; whether they have read it is looked up once more before it leaves.
 */
export async function enqueuePushes(
  tx: Tx,
  { jobs, clock }: PushingDeps,
  pushes: readonly NewPush[],
): Promise<ReadonlySet<UserId>> {
  if (pushes.length === 0) return new Set();
  const now = clock.now();
  const people = pushes.map(({ userId }) => userId);
  const reachable = await listReachable(tx, people, now);
  const madeAt = now.toISOString();
  const wanted = pushes.filter((each) => reachable.has(each.userId) && !each.quietUntil);
  const quiet = pushes.flatMap(({ userId, quietUntil }) =>
    quietUntil && reachable.has(userId) ? [[userId, quietUntil] as const] : [],
  );
  if (quiet.length > 0) await insertSummaries(tx, new Map(quiet), now);
  for (const [at, together] of Map.groupBy(wanted, ({ startAfter }) => startAfter?.getTime()))
    for (let start = 0; start < together.length; start += BATCH_SIZE) {
      const some = together.slice(start, start + BATCH_SIZE);
      const named = some.map(({ startAfter: _startAfter, quietUntil: _quietUntil, ...each }) => ({
        ...each,
        id: randomUUID(),
        madeAt,
      }));
      const options = at === undefined ? {} : { startAfter: new Date(at) };
      await jobs.enqueue(tx, pushJob, { pushes: named }, options);
    }
  return reachable;
}

/** After the commit the browsers of people show nothing with these tags any more; no job where they show nothing of it. */
export async function enqueueWithdrawals(
  tx: Tx,
  { jobs }: Pick<PushingDeps, "jobs">,
  read: readonly { readonly userId: UserId; readonly tag: string }[],
): Promise<void> {
  if (read.length === 0) return;
  const shown = Map.groupBy(await listShownOf(tx, read), ({ userId }) => userId);
  for (const [userId, own] of shown)
    await jobs.enqueue(tx, withdrawJob, { userId, tags: own.map(({ tag }) => tag) });
}
