import type { FeedState, Notification, ServerFrame, UserId } from "@colbin/protocol";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { countUnread, findRows, type NotificationRow } from "./feed.queries.ts";
import { toNotification, toReadFrame } from "./notifications.view.ts";

export interface FrameDeps {
  readonly db: Db;
  readonly live: Pick<Live, "sendToPerson">;
  readonly clock: Pick<Clock, "now">;
}

/** A change of a feed by its number, and the row that has changed; null for a row that is gone. */
export interface FeedChange {
  readonly userId: UserId;
  readonly id: string | null;
  readonly rev: number;
}

/** How many changes each of these people has. */
export function countChanges(
  rows: readonly { readonly userId: UserId }[],
): ReadonlyMap<UserId, number> {
  const groups = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...groups].map(([userId, own]) => [userId, own.length]));
}

/** The changes of each person in this order, up to the number that their feed has now. */
export function numberChanges<T extends { readonly userId: UserId }>(
  rows: readonly T[],
  revs: ReadonlyMap<UserId, number>,
): (T & { readonly rev: number })[] {
  const left = new Map(revs);
  return rows
    .toReversed()
    .map((row) => {
      const rev = left.get(row.userId) ?? 0;
      left.set(row.userId, rev - 1);
      return { ...row, rev };
    })
    .toReversed();
}

/** Changes of one reading. */
const AT_ONCE = 200;
/** No row: the number alone tells that something has changed. */
const nothing = { before: new Date(0), tab: "all", workspaceId: null } as const;

/**
 * Tells the devices of people of changes of their feeds, after the commit, in the order of the numbers. Of a row that they may not open
 * by now, or that `isTold` leaves out, they hear the number alone, and read their lists again.
 */
export async function showChanges(
  { db, live, clock }: FrameDeps,
  changes: readonly FeedChange[],
  toFrame: (notification: Notification, state: FeedState) => ServerFrame,
  isTold: (row: NotificationRow) => boolean = () => true,
): Promise<void> {
  for (let at = 0; at < changes.length; at += AT_ONCE) {
    const some = changes.slice(at, at + AT_ONCE);
    const rows = await findRows(
      db,
      some.flatMap(({ userId, id }) => (id === null ? [] : [{ userId, id }])),
    );
    const now = clock.now();
    const people = [...new Set(some.map(({ userId }) => userId))];
    const counts = Map.groupBy(await countUnread(db, people, now), ({ userId }) => userId);
    for (const { userId, id, rev } of some) {
      const row = rows.get(id ?? "");
      const unreadCount = (counts.get(userId) ?? []).reduce((sum, { count }) => sum + count, 0);
      const state = { rev, unreadCount };
      const frame = row && isTold(row) ? toFrame(toNotification(row), state) : undefined;
      live.sendToPerson(userId, frame ?? toReadFrame(nothing, now, state));
    }
  }
}
