import type { PushWords, RoomId, UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { mayPushSilently } from "#server/platform/push/push-services.rules.ts";
import type { PushMessage, PushResult, WebPush } from "#server/platform/push/web-push.ts";
import { pushWaitingJob, withdrawJob } from "./kinds.jobs.ts";
import { nextPushAt, toPushText, type OwnPush, type Push } from "./push.rules.ts";
import {
  deleteShown,
  deleteWaiting,
  deleteWaitingTags,
  insertShown,
  listOutdated,
  listShowing,
  listTargets,
  lockRooms,
  updateRooms,
  type DeviceTarget,
  type Place,
  type Shown,
} from "./sending.queries.ts";
import { deleteGone } from "./subscriptions.queries.ts";

export interface SendingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly log: Logger;
  readonly webPush: Pick<WebPush, "push">;
}

/** The outcome of something at one browser. */
export interface DeviceResult {
  readonly deviceId: string;
  readonly result: PushResult["result"];
}

export interface PushResultOf extends DeviceResult {
  readonly push: OwnPush;
}

interface SendOptions {
  /** These browsers alone, after it failed there before; the room's gap does not count again. */
  readonly deviceIds: readonly string[];
}

/** Pushes to people, to all of their browsers, a hundred or so at once. Each rejects where the database is away. */
export interface PushSender {
  /**
   * Pushes to each browser that has not taken this very push; one that is gone is removed. Failures are answered, so that a job tries
   * again at those browsers. Of a room of which something went out a moment ago nothing goes: a later push takes the place of one that
   * waits, which follows by a job.
   */
  send(pushes: readonly OwnPush[], again?: SendOptions): Promise<readonly PushResultOf[]>;
  /** Sends what waits about rooms, where anything does. It waits until it was sent, whatever ends in between. */
  sendWaiting(places: readonly Place[]): Promise<readonly PushResultOf[]>;
  /**
   * Closes what people's browsers show with these tags, and drops what waits. A browser must show something with most pushes, so only
   * those are asked that took a push with the tag, and none of a maker that allows no silent one. Failures are answered.
   */
  withdraw(shown: readonly Shown[]): Promise<readonly DeviceResult[]>;
}

/** The sender of one process; its state is in the database, so several agree. */
export function createPushSender(deps: SendingDeps): PushSender {
  const { db, clock } = deps;
  return {
    async send(pushes, again) {
      const going = again ? pushes : await runTransaction(db, (tx) => takeTurns(deps, tx, pushes));
      return sendNow(deps, going, again?.deviceIds);
    },
    async sendWaiting(places) {
      const pushes = await runTransaction(db, async (tx) => {
        const states = await lockRooms(tx, places);
        const waiting = states.filter((each) => each.waiting !== null);
        const sentAt = clock.now();
        await updateRooms(
          tx,
          waiting.map((each) => ({ ...each, sentAt })),
        );
        return waiting.flatMap((each) => each.waiting ?? []);
      });
      const results = await sendNow(deps, pushes, undefined);
      await deleteWaiting(db, pushes);
      return results;
    },
    async withdraw(shown) {
      await deleteWaitingTags(db, shown);
      const showing = await listShowing(db, shown, clock.now());
      const asked = showing.filter(({ endpoint }) => mayPushSilently(new URL(endpoint)));
      const results = await pushAll(deps, asked, ({ tag }) => {
        const words: PushWords = { kind: "withdraw", tag };
        return { text: JSON.stringify(words), topic: tag, urgency: "low" };
      });
      const failed = new Set(failedOf(results).map(({ deviceId, tag }) => `${deviceId} ${tag}`));
      await deleteShown(
        db,
        showing.filter(({ id, tag }) => !failed.has(`${id} ${tag}`)),
      );
      return results;
    },
  };
}

/** The pushes that go now; one about a room that has to wait takes the place of another one that did. */
async function takeTurns(
  { clock, jobs }: Pick<SendingDeps, "clock" | "jobs">,
  tx: Tx,
  pushes: readonly OwnPush[],
): Promise<readonly OwnPush[]> {
  const places = pushes.flatMap(({ userId, room }) =>
    room ? [{ userId, roomId: room.roomId }] : [],
  );
  if (places.length === 0) return pushes;
  const now = clock.now();
  const states = new Map((await lockRooms(tx, places)).map((each) => [keyOf(each), each]));
  const begun: (Place & { readonly at: number })[] = [];
  const going = pushes.filter((push) => {
    const key = push.room && keyOf({ userId: push.userId, roomId: push.room.roomId });
    const state = states.get(key ?? "");
    // Nobody is in a room that is gone.
    if (!key || !state) return true;
    const { userId, roomId, sentAt, waiting } = state;
    const at = nextPushAt(sentAt, now)?.getTime();
    const mayGo = at === undefined;
    states.set(key, {
      ...state,
      ...(mayGo ? { sentAt: now, waiting: null } : { waiting: push }),
    });
    if (!mayGo && !waiting) begun.push({ userId, roomId, at });
    return mayGo;
  });
  await updateRooms(tx, [...states.values()]);
  for (const [at, together] of Map.groupBy(begun, (each) => each.at)) {
    const waiting = together.map(({ userId, roomId }) => ({ userId, roomId }));
    await jobs.enqueue(tx, pushWaitingJob, { places: waiting }, { startAfter: new Date(at) });
  }
  return going;
}

function keyOf({ userId, roomId }: { readonly userId: UserId; readonly roomId: RoomId }): string {
  return `${userId} ${roomId}`;
}

async function sendNow(
  deps: SendingDeps,
  pushes: readonly OwnPush[],
  deviceIds: readonly string[] | undefined,
): Promise<readonly PushResultOf[]> {
  if (pushes.length === 0) return [];
  const targets = await listTargets(deps.db, pushes, deviceIds, deps.clock.now());
  const placed = targets.flatMap(({ place, ...target }) => {
    const push = pushes[place];
    return push ? [{ ...target, push }] : [];
  });
  const messages = new Map<Push["payload"], PushMessage>();
  const results = await pushAll(deps, placed, ({ push }) => {
    const known = messages.get(push.payload);
    const message = known ?? toMessage(push);
    if (!known) messages.set(push.payload, message);
    return message;
  });
  const taken = results.filter(({ result }) => result === "sent");
  if (taken.length > 0) await note(deps, taken);
  return results;
}

/** Notes what browsers have taken, and withdraws what was read while they took it: whoever read it had found nothing to withdraw. */
async function note(
  { db, clock, jobs }: SendingDeps,
  taken: readonly PushResultOf[],
): Promise<void> {
  await insertShown(db, taken, clock.now());
  const outdated = await listOutdated(
    db,
    taken.map(({ push }) => push),
  );
  if (outdated.length > 0) await jobs.enqueue(db, withdrawJob, { shown: outdated });
}

function toMessage({ id, payload: { title, body, url, tag, icon } }: Push): PushMessage {
  const texts = { title: toPushText(title), body: toPushText(body) };
  const words: PushWords = { kind: "show", id, url, tag, icon, ...texts };
  return { text: JSON.stringify(words), topic: tag, urgency: "high" };
}

/** Pushes of one job that wait for an answer at the same time. */
const CONNECTIONS = 20;

async function pushAll<T extends DeviceTarget>(
  { db, log, webPush }: SendingDeps,
  targets: readonly T[],
  toWords: (target: T) => PushMessage,
): Promise<(T & DeviceResult)[]> {
  const results: (T & DeviceResult)[] = [];
  const left = targets.values();
  const pushNext = async () => {
    for (const target of left) {
      const { id: deviceId, endpoint, p256dh, auth } = target;
      const answer = await webPush.push({ endpoint, p256dh, auth }, toWords(target));
      if (answer.result === "failed")
        log.warn({ deviceId, reason: answer.reason }, "A browser could not be pushed to");
      results.push({ ...target, deviceId, result: answer.result });
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, pushNext));
  const gone = results.filter(({ result }) => result === "gone");
  if (gone.length > 0) await deleteGone(db, gone);
  return results;
}

/** The results at browsers that could not be reached. */
export function failedOf<T extends DeviceResult>(results: readonly T[]): readonly T[] {
  return results.filter(({ result }) => result === "failed");
}
