import type { FeedState, InputOf, NotificationPage, ReplyOf, UserId } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  deleteFeed,
  countUnread,
  findRev,
  findRow,
  listRows,
  lockFeed,
  updateRead,
  updateRev,
  type ReadRows,
} from "./feed.queries.ts";
import { fromCursor, toCursor } from "./notifications.rules.ts";
import { toNotification, toReadFrame } from "./notifications.view.ts";

export interface FeedDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToPerson">;
}

/**
 * How a feed stands that had this number before. What changed since then is told again by its own frame, which then says what is known
 * already: so nobody holds the feed while it is counted.
 */
async function readUnreadAt(
  db: Db,
  userId: UserId,
  rev: number,
): Promise<ReplyOf<"getUnreadNotifications">> {
  const counts = await countUnread(db, userId);
  return {
    rev,
    unreadCount: counts.reduce((sum, { count }) => sum + count, 0),
    workspaces: counts.flatMap(({ workspaceId, count }) =>
      workspaceId === null ? [] : [{ workspaceId, unreadCount: count }],
    ),
  };
}

async function readUnread(db: Db, userId: UserId): Promise<ReplyOf<"getUnreadNotifications">> {
  return readUnreadAt(db, userId, await findRev(db, userId));
}

/** The same without the workspaces. */
export async function readStateAt(db: Db, userId: UserId, rev: number): Promise<FeedState> {
  const { unreadCount } = await readUnreadAt(db, userId, rev);
  return { rev, unreadCount };
}

/** A page over all workspaces of the caller; CURSOR_INVALID for a cursor that is none of ours. */
export async function listNotifications(
  { db }: FeedDeps,
  { userId }: Actor,
  { cursor, unread, waiting, limit }: InputOf<"listNotifications">["query"],
): Promise<NotificationPage> {
  const after = cursor === undefined ? undefined : fromCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const state = await readStateAt(db, userId, await findRev(db, userId));
  const rows = await listRows(db, userId, {
    after,
    isUnread: unread === "true",
    isWaiting: waiting === "true",
    limit: limit + 1,
  });
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  const nextCursor = hasMore && last ? toCursor(last) : null;
  return { results: shown.map(toNotification), hasMore, nextCursor, ...state };
}

/** How many are unread: in all, and by workspace. */
export function getUnreadNotifications(
  { db }: FeedDeps,
  { userId }: Actor,
): Promise<ReplyOf<"getUnreadNotifications">> {
  return readUnread(db, userId);
}

/** Marks one as read, on every device; NOTIFICATION_NOT_FOUND for one that is not in the caller's feed. */
export function markNotificationRead(deps: FeedDeps, actor: Actor, id: string): Promise<FeedState> {
  return read(deps, actor, { id }, async (tx) => {
    if (!(await findRow(tx, actor.userId, id))) throw new AppError("NOTIFICATION_NOT_FOUND");
  });
}

/** Marks all that had changed last by a moment as read, on every device: nothing that came after what the caller saw. */
export function markAllNotificationsRead(
  deps: FeedDeps,
  actor: Actor,
  before: Date,
): Promise<FeedState> {
  return read(deps, actor, { before });
}

async function read(
  { db, clock, live }: FeedDeps,
  { userId }: Actor,
  which: ReadRows,
  check: (tx: Tx) => Promise<void> = async () => undefined,
): Promise<FeedState> {
  const now = clock.now();
  const { rev, isChanged } = await runTransaction(db, async (tx) => {
    await check(tx);
    await lockFeed(tx, userId);
    const hasRead = await updateRead(tx, userId, which, now);
    if (hasRead) await updateRev(tx, userId);
    return { rev: await findRev(tx, userId), isChanged: hasRead };
  });
  const state = await readStateAt(db, userId, rev);
  if (isChanged) live.sendToPerson(userId, toReadFrame(which, now, state));
  return state;
}

/** Of somebody who is gone. */
export function forgetNotifications(tx: Tx, userId: UserId): Promise<void> {
  return deleteFeed(tx, userId);
}
