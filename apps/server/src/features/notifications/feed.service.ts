import type {
  FeedState,
  InputOf,
  Notification,
  NotificationPage,
  ReplyOf,
  UserId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { countUnread, deleteFeed, findRev, findRow, listRows } from "./feed.queries.ts";
import { forgetMails } from "./mail-settings.service.ts";
import { moveRevs } from "./messages.queries.ts";
import { fromCursor, toCursor } from "./notifications.rules.ts";
import { toNotification } from "./notifications.view.ts";
import { insertJoined, updateJoined } from "./shared.queries.ts";

/** So often the place of a feed moves, though nothing was joined in. */
const JOINED_STEP_MS = 60 * 60_000;

export interface FeedDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * How a feed stands that had this number before. What changed since then is told again by its own frame, which then says what is known
 * already: so nobody holds the feed while it is counted.
 */
async function readUnreadAt(
  db: Db,
  userId: UserId,
  rev: number,
  now: Date,
): Promise<ReplyOf<"getUnreadNotifications">> {
  const counts = await countUnread(db, [userId], now);
  return {
    rev,
    unreadCount: counts.reduce((sum, { count }) => sum + count, 0),
    workspaces: counts.flatMap(({ workspaceId, count }) =>
      workspaceId === null ? [] : [{ workspaceId, unreadCount: count }],
    ),
  };
}

/** Joins in first what was shared with many, which has no row of a person before they look (rules-notifications 4). */
async function joinIn(
  { db, clock }: Pick<FeedDeps, "db" | "clock">,
  userId: UserId,
): Promise<void> {
  const now = clock.now();
  const { count, joinedAt } = await insertJoined(db, userId, now);
  const isOld = joinedAt === null || now.getTime() - joinedAt.getTime() > JOINED_STEP_MS;
  if (count === 0 && !isOld) return;
  await runTransaction(db, async (tx) => {
    await moveRevs(tx, new Map([[userId, count]]));
    await updateJoined(tx, userId, now);
  });
}

/** The same without the workspaces. */
export async function readStateAt(
  db: Db,
  userId: UserId,
  rev: number,
  now: Date,
): Promise<FeedState> {
  const { unreadCount } = await readUnreadAt(db, userId, rev, now);
  return { rev, unreadCount };
}

/** A page of a tab, over all workspaces of the caller or of one; CURSOR_INVALID for a cursor that is none of ours. */
export async function listNotifications(
  deps: FeedDeps,
  { userId }: Actor,
  { tab, workspaceId, waiting, cursor, limit }: InputOf<"listNotifications">["query"],
): Promise<NotificationPage> {
  const { db, clock } = deps;
  const after = cursor === undefined ? undefined : fromCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  if (!after) await joinIn(deps, userId);
  const now = clock.now();
  const state = await readStateAt(db, userId, await findRev(db, userId), now);
  const rows = await listRows(db, userId, {
    tab,
    workspaceId,
    isWaiting: waiting === "true",
    after,
    limit: limit + 1,
    now,
  });
  const shown = rows.slice(0, limit);
  const hasMore = rows.length > limit;
  const last = shown.at(-1);
  const nextCursor = hasMore && last ? toCursor(last) : null;
  return { results: shown.map(toNotification), hasMore, nextCursor, ...state };
}

/** How many are unread: in all, and by workspace. */
export async function getUnreadNotifications(
  deps: FeedDeps,
  { userId }: Actor,
): Promise<ReplyOf<"getUnreadNotifications">> {
  const { db, clock } = deps;
  await joinIn(deps, userId);
  return readUnreadAt(db, userId, await findRev(db, userId), clock.now());
}

/** One that the person may be told of now; undefined for any other. */
export async function findNotification(
  db: Db,
  userId: UserId,
  id: string,
): Promise<Notification | undefined> {
  const row = await findRow(db, userId, id);
  return row && toNotification(row);
}

/** Of somebody who is gone. */
export async function forgetNotifications(tx: Tx, userId: UserId): Promise<void> {
  await deleteFeed(tx, userId);
  await forgetMails(tx, userId);
}
