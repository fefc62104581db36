import { randomUUID } from "node:crypto";
import type { MessageId, UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { pushJob, pushManyJob, withdrawJob, type StoredPushes } from "./kinds.jobs.ts";
import type { OwnPush, Push } from "./push.rules.ts";
import {
  listReachable,
  listShownOf,
  listShownPushes,
  listShownRead,
  type Shown,
} from "./sending.queries.ts";
import { insertSummaries } from "./summaries.queries.ts";

export interface PushingDeps {
  readonly jobs: Jobs;
  readonly clock: Pick<Clock, "now">;
}

export { findPush, listReachable } from "./sending.queries.ts";

/** The tag of what tells of a row of the feed, as on the desktop, or else of the messages of a room: a later one takes its place. */
export function tagOf(
  of: { readonly notificationId: string } | { readonly roomId: string },
): string {
  return "roomId" in of ? of.roomId : of.notificationId;
}

/** Pushes of more people than this go by the job of many. */
const FEW = 20;
/** People of one job. */
const MANY = 5_000;
/** Withdrawals of one job. */
const WITHDRAWN_AT_ONCE = 100;

/** A push that leaves at this moment or later; in the quiet time of its people a summary takes its place, at the end. */
export type NewPush = Omit<Push, "id" | "madeAt"> & {
  readonly userIds: readonly UserId[];
  /** The id of the message that it tells of, where there is one. */
  readonly id?: MessageId;
  readonly startAfter?: Date | undefined;
  readonly quietUntil?: Date | undefined;
};

/**
 * Has people pushed to after the commit, those of them who have a browser for it; a few jobs, however many people. Whether they want it
 * is decided by then; whether they have read it is looked up once more before it leaves.
 */
export async function enqueuePushes(
  tx: Tx,
  { jobs, clock }: PushingDeps,
  pushes: readonly NewPush[],
): Promise<void> {
  if (pushes.length === 0) return;
  const now = clock.now();
  const reachable = await listReachable(
    tx,
    pushes.flatMap(({ userIds }) => userIds),
    now,
  );
  const quiet = new Map<UserId, Date>();
  const moments = Map.groupBy(pushes, ({ startAfter }) => startAfter?.getTime());
  for (const [at, together] of moments) {
    const own = together.flatMap(({ id = randomUUID(), payload, room, ...each }): OwnPush[] => {
      const people = each.userIds.filter((userId) => reachable.has(userId));
      const { quietUntil } = each;
      if (quietUntil) for (const userId of people) quiet.set(userId, quietUntil);
      if (quietUntil) return [];
      return people.map((userId) => ({ id, madeAt: now.toISOString(), payload, room, userId }));
    });
    await leavePushes(tx, jobs, own, at === undefined ? {} : { startAfter: new Date(at) });
  }
  if (quiet.size > 0) await insertSummaries(tx, quiet, now);
}

/** Leaves jobs for pushes; those to many people keep those to a few from nothing. */
export async function leavePushes(
  db: Db | Tx,
  jobs: Jobs,
  pushes: readonly OwnPush[],
  { startAfter, again }: { readonly startAfter?: Date } & Pick<StoredPushes, "again">,
): Promise<void> {
  const kind = pushes.length > FEW ? pushManyJob : pushJob;
  for (let start = 0; start < pushes.length; start += MANY) {
    const same = Map.groupBy(pushes.slice(start, start + MANY), ({ payload }) => payload);
    const stored = [...same.values()].flatMap((own) => {
      const [first] = own;
      if (!first) return [];
      const { userId: _userId, ...push } = first;
      return [{ ...push, userIds: own.map(({ userId }) => userId) }];
    });
    const data = { pushes: stored, ...(again && { again }) };
    await jobs.enqueue(db, kind, data, startAfter ? { startAfter } : {});
  }
}

/** After the commit the browsers of people show nothing with these tags any more; no job where they show nothing of it. */
export async function enqueueWithdrawals(
  tx: Tx,
  deps: Pick<PushingDeps, "jobs">,
  read: readonly Shown[],
): Promise<void> {
  if (read.length > 0) await leaveWithdrawals(tx, deps, await listShownOf(tx, read));
}

/** After the commit the browsers of a person show nothing any more that they have read, or put off, in their feed. */
export async function enqueueWithdrawalsOfRead(
  tx: Tx,
  deps: Pick<PushingDeps, "jobs">,
  userId: UserId,
): Promise<void> {
  await leaveWithdrawals(tx, deps, await listShownRead(tx, userId));
}

/** After the commit no browser shows anything of these messages any more. */
export async function enqueueWithdrawalsOf(
  tx: Tx,
  deps: Pick<PushingDeps, "jobs">,
  messageIds: readonly MessageId[],
): Promise<void> {
  await leaveWithdrawals(tx, deps, await listShownPushes(tx, messageIds));
}

async function leaveWithdrawals(
  tx: Tx,
  { jobs }: Pick<PushingDeps, "jobs">,
  shown: readonly Shown[],
): Promise<void> {
  for (let start = 0; start < shown.length; start += WITHDRAWN_AT_ONCE)
    await jobs.enqueue(tx, withdrawJob, { shown: shown.slice(start, start + WITHDRAWN_AT_ONCE) });
}
