import type { DocumentId, RoomId, UserId } from "@colbin/protocol";
import type { Logger } from "pino";
import { enqueueWithdrawals, tagOf } from "#server/features/push/pushing.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  countChanges,
  numberChanges,
  showChanges,
  type FeedChange,
  type FrameDeps,
} from "./feed-frames.service.ts";
import { lockFeed } from "./feed.queries.ts";
import { moveRevs } from "./messages.queries.ts";
import { toChangedFrame } from "./notifications.view.ts";
import {
  hasUnreadOfDocument,
  updateReadOfDocument,
  updateReadPlaces,
  type ReadPlace,
} from "./reading.queries.ts";

export interface ReadingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "sendToPerson">;
  readonly log: Pick<Logger, "warn">;
}

/** Marks that come within this time are looked at together. */
const GATHER_MS = 200;
/** Of one statement. */
const AT_ONCE = 500;

export interface NotificationReading {
  /**
   * A person has read on in a room or its threads, or in several without a room: what tells of these messages is read as well, a moment
   * later; never throws.
   */
  noteRead(this: void, roomId: RoomId | null, userId: UserId): void;
  /** Settles when all that was noted is written. */
  close(): Promise<void>;
}

/** Follows what people read in rooms and threads, in one process. Notes of a process that ends first are lost: the rows stay unread. */
export function createNotificationReading(deps: ReadingDeps): NotificationReading {
  let waiting = new Map<string, ReadPlace>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const places = [...waiting.values()];
    waiting = new Map();
    if (places.length > 0) writing = writing.then(() => markRead(deps, places));
  }
  return {
    noteRead(roomId, userId) {
      waiting.set(`${userId} ${roomId}`, { userId, roomId });
      timer ??= setTimeout(flush, GATHER_MS).unref();
    },
    async close() {
      flush();
      await writing;
    },
  };
}

async function markRead(deps: ReadingDeps, places: readonly ReadPlace[]): Promise<void> {
  try {
    for (let at = 0; at < places.length; at += AT_ONCE)
      await markPortion(deps, places.slice(at, at + AT_ONCE));
  } catch (error) {
    deps.log.warn({ err: error }, "Notifications of messages that were read stay unread");
  }
}

async function markPortion(deps: ReadingDeps, places: readonly ReadPlace[]): Promise<void> {
  const now = deps.clock.now();
  const changes = await runTransaction(deps.db, (tx) => readPlaces(tx, deps, places, now));
  await showRead(deps, changes);
}

/** Marks what tells of messages that these people have read by now, and withdraws its pushes; shown by `showRead` after the commit. */
export async function readPlaces(
  tx: Tx,
  { jobs }: Pick<ReadingDeps, "jobs">,
  places: readonly ReadPlace[],
  now: Date,
): Promise<FeedChange[]> {
  const rows = await updateReadPlaces(tx, places, now);
  const tags = [
    ...rows.map(({ userId, id }) => ({ userId, tag: tagOf({ notificationId: id }) })),
    ...places.flatMap(({ userId, roomId }) =>
      roomId === null ? [] : [{ userId, tag: tagOf({ roomId }) }],
    ),
  ];
  await enqueueWithdrawals(tx, { jobs }, tags);
  if (rows.length === 0) return [];
  return numberChanges(rows, await moveRevs(tx, countChanges(rows)));
}

/** A person has opened a document: what told them of it is read by that, on all of their devices. */
export async function readOfDocument(
  deps: Omit<ReadingDeps, "log">,
  userId: UserId,
  documentId: DocumentId,
): Promise<void> {
  if (!(await hasUnreadOfDocument(deps.db, userId, documentId))) return;
  const now = deps.clock.now();
  const changes = await runTransaction(deps.db, async (tx) => {
    await lockFeed(tx, userId);
    const rows = await updateReadOfDocument(tx, { userId, documentId }, now);
    const tags = rows.map(({ id }) => ({ userId, tag: tagOf({ notificationId: id }) }));
    await enqueueWithdrawals(tx, deps, tags);
    return numberChanges(rows, await moveRevs(tx, countChanges(rows)));
  });
  await showRead(deps, changes);
}

/** Shows on every device of their people what is read now. */
export function showRead(deps: FrameDeps, changes: readonly FeedChange[]): Promise<void> {
  return showChanges(deps, changes, (notification, state) =>
    toChangedFrame({ notification, ...state }),
  );
}
