import {
  NOTIFICATIONS_MAX,
  PLAN_MAX_MS,
  type FeedState,
  type InputOf,
  type NotificationChanged,
  type UserId,
} from "@colbin/protocol";
import { enqueueWithdrawalsOfRead } from "#server/features/push/pushing.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  deleteSurplus,
  updateAwake,
  updateState,
  type StateChange,
} from "./feed-states.queries.ts";
import { findRev, findRow, lockFeed, updateAllRead, updateRev } from "./feed.queries.ts";
import { readStateAt } from "./feed.service.ts";
import { wakeJob } from "./kinds.jobs.ts";
import { toChangedFrame, toNotification, toReadFrame } from "./notifications.view.ts";

export interface StateDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "sendToPerson">;
}

/** Changes the state of one row, on every device; NOTIFICATION_NOT_FOUND for one that is not in the caller's feed. */
export function changeNotification(
  deps: StateDeps,
  actor: Actor,
  id: string,
  change: StateChange,
): Promise<NotificationChanged> {
  const { userId } = actor;
  return changeRow(deps, { userId, id }, async (tx) => {
    if (change.kind === "snooze")
      await deps.jobs.enqueue(
        tx,
        wakeJob,
        { userId, id, until: change.until.toISOString() },
        { startAfter: change.until },
      );
    return updateState(tx, { userId, id }, change, deps.clock.now());
  });
}

/** Hides one until a moment, or with null brings it back; VALIDATION_ERROR for a moment that has passed or is over a year away. */
export async function snoozeNotification(
  deps: StateDeps,
  actor: Actor,
  id: string,
  { until }: InputOf<"snoozeNotification">["body"],
): Promise<NotificationChanged> {
  if (until === null) return changeNotification(deps, actor, id, { kind: "unsnooze" });
  const at = new Date(until);
  const ahead = at.getTime() - deps.clock.now().getTime();
  if (ahead <= 0 || ahead > PLAN_MAX_MS) throw notAllowed("until");
  return changeNotification(deps, actor, id, { kind: "snooze", until: at });
}

/** Tells the devices of a person that a snoozed row is back; nothing where it was brought back before, or snoozed again. */
export async function wakeNotification(
  deps: StateDeps,
  { userId, id, until }: { readonly userId: UserId; readonly id: string; readonly until: string },
): Promise<void> {
  const wake = (tx: Tx) => updateAwake(tx, { userId, id, until: new Date(until) });
  await changeRow(deps, { userId, id }, wake).catch((error: unknown) => {
    // The row, or the access to what it tells of, is gone.
    if (!(error instanceof AppError && error.code === "NOTIFICATION_NOT_FOUND")) throw error;
  });
}

async function changeRow(
  { db, clock, jobs, live }: StateDeps,
  { userId, id }: { readonly userId: UserId; readonly id: string },
  change: (tx: Tx) => Promise<boolean>,
): Promise<NotificationChanged> {
  const { row, rev, isChanged } = await runTransaction(db, async (tx) => {
    await lockFeed(tx, userId);
    if (!(await findRow(tx, userId, id))) throw new AppError("NOTIFICATION_NOT_FOUND");
    const hasChanged = await change(tx);
    if (hasChanged) await noteChange(tx, jobs, userId);
    const after = await findRow(tx, userId, id);
    if (!after) throw new Error("A change of its state leaves a row where it is");
    return { row: after, rev: await findRev(tx, userId), isChanged: hasChanged };
  });
  const state = await readStateAt(db, userId, rev, clock.now());
  const changed = { notification: toNotification(row), ...state };
  if (isChanged) live.sendToPerson(userId, toChangedFrame(changed));
  return changed;
}

/** The feed has one change more, and browsers show nothing of it that is read by now. */
async function noteChange(tx: Tx, jobs: Jobs, userId: UserId): Promise<void> {
  await updateRev(tx, userId);
  await enqueueWithdrawalsOfRead(tx, { jobs }, userId);
}

/** Marks what had changed last by a moment as read, on every device: nothing that came after what the caller saw. */
export async function markAllNotificationsRead(
  { db, clock, jobs, live }: StateDeps,
  { userId }: Actor,
  { before, tab, workspaceId }: InputOf<"markAllNotificationsRead">["body"],
): Promise<FeedState> {
  const now = clock.now();
  const part = { before: new Date(before), tab, workspaceId };
  const { rev, isChanged } = await runTransaction(db, async (tx) => {
    await lockFeed(tx, userId);
    const hasRead = await updateAllRead(tx, userId, part, now);
    if (hasRead) await noteChange(tx, jobs, userId);
    return { rev: await findRev(tx, userId), isChanged: hasRead };
  });
  const state = await readStateAt(db, userId, rev, now);
  if (isChanged) live.sendToPerson(userId, toReadFrame(part, now, state));
  return state;
}

/** Rows of one statement: none holds what it deletes for long. */
const PORTION = 1_000;

/** Keeps every feed within its limit (rules-notifications 32). */
export async function limitFeeds(
  { db }: Pick<StateDeps, "db">,
  max = NOTIFICATIONS_MAX,
): Promise<void> {
  while ((await deleteSurplus(db, max, PORTION)) === PORTION);
}
