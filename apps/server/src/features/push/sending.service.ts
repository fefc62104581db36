import type { PushWords, RoomId, UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { mayPushSilently } from "#server/platform/push/push-services.rules.ts";
import type { PushMessage, PushResult, WebPush } from "#server/platform/push/web-push.ts";
import { pushWaitingJob } from "./kinds.jobs.ts";
import { nextPushAt, toPushText, type Push } from "./push.rules.ts";
import {
  deleteShown,
  deleteWaiting,
  deleteWaitingTags,
  insertShown,
  listShowing,
  listTargets,
  lockRoom,
  updateRoom,
  type DeviceTarget,
} from "./sending.queries.ts";
import { deleteGone } from "./subscriptions.queries.ts";

export interface SendingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly webPush: Pick<WebPush, "push">;
}

/** The outcome of a push at one browser. */
export interface DeviceResult {
  readonly deviceId: string;
  readonly result: PushResult["result"];
}

/** `waiting`: another one about the room went out a moment ago; a later one takes its place, or it follows by a job. */
interface PushOutcome {
  readonly state: "tried" | "waiting";
  /** Empty where nobody is to be pushed to any more. */
  readonly devices: readonly DeviceResult[];
}

interface SendOptions {
  /** These browsers alone, after it failed there before; the room's gap does not count again. */
  readonly deviceIds?: readonly string[];
}

/** The pushes of a person, to all of their browsers. */
export interface PushSender {
  /**
   * Pushes to each browser that has not taken this very push; one that is gone is removed. Failures are answered, so that a job tries
   * again at those browsers. Rejects where the database is away.
   */
  send(push: Push, options?: SendOptions): Promise<PushOutcome>;
  /**
   * Closes what the person's browsers show with this tag, and drops what waits. A browser must show something with most pushes, so
   * only those are asked that took a push with the tag, and none of a maker that allows no silent one. Failures are answered.
   */
  withdraw(userId: UserId, tag: string): Promise<readonly DeviceResult[]>;
}

/** The sender of one process; its state is in the database, so several agree. */
export function createPushSender(deps: SendingDeps): PushSender {
  return {
    async send(push, { deviceIds } = {}) {
      if (push.room && deviceIds === undefined) {
        const mayGo = await runTransaction(deps.db, (tx) => takeTurn(deps, tx, push));
        if (!mayGo) return { state: "waiting", devices: [] };
      }
      return { state: "tried", devices: await sendNow(deps, push, deviceIds) };
    },
    async withdraw(userId, tag) {
      await deleteWaitingTags(deps.db, userId, [tag]);
      const showing = await listShowing(deps.db, userId, tag, deps.clock.now());
      const asked = showing.filter(({ endpoint }) => mayPushSilently(new URL(endpoint)));
      const words: PushWords = { kind: "withdraw", tag };
      const message = { text: JSON.stringify(words), topic: tag, urgency: "low" } as const;
      const devices = await pushAll(deps, asked, message);
      const failed = new Set(idsOf(devices, "failed"));
      const done = showing.map(({ id }) => id).filter((id) => !failed.has(id));
      await deleteShown(deps.db, done, tag);
      return devices;
    },
  };
}

/** False where the push waits now, in place of another one that did. */
async function takeTurn(
  { clock, jobs }: Pick<SendingDeps, "clock" | "jobs">,
  tx: Tx,
  push: Push,
): Promise<boolean> {
  const { userId, room } = push;
  if (!room) return true;
  const { roomId } = room;
  const now = clock.now();
  const state = await lockRoom(tx, userId, roomId);
  // Nobody is in a room that is gone.
  if (!state) return true;
  const { sentAt, waiting } = state;
  const at = nextPushAt(sentAt, now);
  if (at === undefined) {
    await updateRoom(tx, userId, roomId, { sentAt: now, waiting: null });
    return true;
  }
  await updateRoom(tx, userId, roomId, { sentAt, waiting: push });
  if (!waiting) await jobs.enqueue(tx, pushWaitingJob, { userId, roomId }, { startAfter: at });
  return false;
}

/** Sends what waits about a room, if anything does; undefined for nothing. It waits until it was sent, whatever ends in between. */
export async function sendWaiting(
  deps: SendingDeps,
  userId: UserId,
  roomId: RoomId,
): Promise<{ readonly push: Push; readonly devices: readonly DeviceResult[] } | undefined> {
  const push = await runTransaction(deps.db, async (tx) => {
    const waiting = (await lockRoom(tx, userId, roomId))?.waiting;
    if (waiting) await updateRoom(tx, userId, roomId, { sentAt: deps.clock.now(), waiting });
    return waiting;
  });
  if (!push) return undefined;
  const devices = await sendNow(deps, push, undefined);
  await deleteWaiting(deps.db, push);
  return { push, devices };
}

async function sendNow(
  deps: SendingDeps,
  push: Push,
  deviceIds: readonly string[] | undefined,
): Promise<readonly DeviceResult[]> {
  const targets = await listTargets(deps.db, push, deviceIds, deps.clock.now());
  const { title, body, url, tag, icon } = push.payload;
  const words: PushWords = {
    kind: "show",
    id: push.id,
    url,
    tag,
    icon,
    title: toPushText(title),
    body: toPushText(body),
  };
  const message = { text: JSON.stringify(words), topic: tag, urgency: "high" } as const;
  const devices = await pushAll(deps, targets, message);
  const taken = idsOf(devices, "sent");
  if (taken.length > 0) await insertShown(deps.db, taken, push, deps.clock.now());
  return devices;
}

async function pushAll(
  { db, log, webPush }: SendingDeps,
  targets: readonly DeviceTarget[],
  message: PushMessage,
): Promise<readonly DeviceResult[]> {
  const devices = await Promise.all(
    targets.map(async ({ id: deviceId, ...target }) => {
      const answer = await webPush.push(target, message);
      if (answer.result === "failed")
        log.warn({ deviceId, reason: answer.reason }, "A browser could not be pushed to");
      return { deviceId, result: answer.result };
    }),
  );
  const gone = new Set(idsOf(devices, "gone"));
  if (gone.size > 0)
    await deleteGone(
      db,
      targets.filter(({ id }) => gone.has(id)),
    );
  return devices;
}

/** The browsers at which it came to this. */
export function idsOf(
  devices: readonly DeviceResult[],
  wanted: DeviceResult["result"],
): readonly string[] {
  return devices.filter(({ result }) => result === wanted).map(({ deviceId }) => deviceId);
}
