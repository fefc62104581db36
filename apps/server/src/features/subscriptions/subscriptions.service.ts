import { findReadPosition, setHidden } from "#server/features/participants/participants.service.ts";
import type {
  FrameOf,
  ReplyOf,
  Subscription,
  UnreadCount,
  UnreadSummary,
  UnreadTotals,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { findReadPlace } from "#server/features/messages/messages.service.ts";
import type { MessageWriter } from "#server/features/messages/writer.service.ts";
import {
  requireReadableRooms,
  requireSubscribedRoom,
} from "#server/features/rooms/rooms.access.ts";
import { findRooms, isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  findTotalUnread,
  listSubscriptions,
  listTotalsByWorkspace,
  takeRevs,
} from "./subscriptions.queries.ts";
import { mentionsIn, unreadIn } from "./subscriptions.rules.ts";
import { toSubscription, toUnreadSummary } from "./subscriptions.view.ts";

export interface SubscriptionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  /** Numbers the full lists (createRevs). */
  readonly nextRev: () => Promise<number>;
}

export interface ReadingDeps extends SubscriptionDeps {
  readonly writer: Pick<MessageWriter, "markRead">;
}

/** A person in one workspace: whoever asks, the list is theirs. */
export type Whose = Pick<Actor, "userId" | "workspaceId">;

/**
 * Numbers for full lists, each larger than every one that was drawn before, on whatever process: a client drops a list with
 * a smaller one. Draw it before the list is read: then the last list always carries the largest number.
 */
export function createRevs(db: Db): () => Promise<number> {
  // A crowd that comes back at once draws together.
  const draws = createLookup((asked: readonly null[]) => takeRevs(db, asked.length));
  return async () => {
    const rev = await draws.find(null);
    if (rev === undefined) throw new Error("A sequence always has a next number");
    return rev;
  };
}

/** All rooms that the caller is in and has not hidden. */
export async function listAllSubscriptions(
  deps: SubscriptionDeps,
  actor: Actor,
): Promise<ReplyOf<"listSubscriptions">> {
  return { results: await listOwnSubscriptions(deps, actor) };
}

async function listOwnSubscriptions(deps: SubscriptionDeps, actor: Whose): Promise<Subscription[]> {
  const rows = await listSubscriptions(deps.db, actor.workspaceId, actor.userId);
  const now = deps.clock.now();
  return rows.map((row) => toSubscription(row, now));
}

/** Channels alone; direct rooms and groups are conversations. */
export async function listOwnChannels(
  deps: SubscriptionDeps,
  actor: Actor,
): Promise<ReplyOf<"listMyRooms">> {
  const subscriptions = await listOwnSubscriptions(deps, actor);
  return { results: subscriptions.filter((each) => each.roomType === "channel") };
}

/** What the caller has not read yet, room by room. */
export async function getUnreadSummary(
  deps: SubscriptionDeps,
  actor: Actor,
): Promise<UnreadSummary> {
  const rows = await listSubscriptions(deps.db, actor.workspaceId, actor.userId);
  return toUnreadSummary(rows, deps.clock.now());
}

/** What a person has not read, by workspace; none for one where nothing is to be read. */
export async function readTotals(
  { db, clock }: Pick<SubscriptionDeps, "db" | "clock">,
  userId: UserId,
): Promise<ReadonlyMap<WorkspaceId, UnreadTotals>> {
  const rows = await listTotalsByWorkspace(db, userId, clock.now());
  return new Map(rows.map(({ workspaceId, ...totals }) => [workspaceId, totals]));
}

/** Un-hides rooms that the caller is in; all must be readable, else ROOMS_NOT_FOUND and nothing happens. */
export async function subscribeToRooms(
  deps: SubscriptionDeps,
  actor: Actor,
  slugs: readonly string[],
): Promise<ReplyOf<"subscribeRooms">> {
  const rooms = await requireReadableRooms(deps.db, actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  await setHidden(deps.db, actor.userId, own, false);
  const rows = await listSubscriptions(deps.db, actor.workspaceId, actor.userId, slugs);
  return { results: rows.map((row) => toSubscription(row, deps.clock.now())) };
}

/** Hides the caller's rooms among these and ends the live events of all of them; unknown rooms are ignored. */
export async function unsubscribeFromRooms(
  deps: SubscriptionDeps,
  actor: Actor,
  slugs: readonly string[],
): Promise<ReplyOf<"unsubscribeRooms">> {
  const rooms = await findRooms(deps.db, actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  await setHidden(deps.db, actor.userId, own, true);
  for (const room of rooms) deps.live.unsubscribeUser(actor.userId, room.id);
  const update = await toSubscriptionUpdate(deps, actor);
  deps.live.sendToUser(actor.userId, actor.workspaceId, update);
  return { results: update.subscriptions };
}

/**
 * Moves the caller's read position forward to a message and tells all their sockets; idempotent, never back. The position is
 * written by the writer of messages: many marks of one person in a room are one row, and this returns after the commit.
 */
export async function markRead(
  deps: ReadingDeps,
  actor: Actor,
  slug: string,
  messageId: string,
): Promise<UnreadCount> {
  const room = await requireSubscribedRoom(deps.db, actor, slug);
  const msgNo = await findReadPlace(deps.db, actor, room.id, messageId);
  const place = { roomId: room.id, userId: actor.userId };
  const position =
    (await deps.writer.markRead({ ...place, msgNo })) ?? (await findReadPosition(deps.db, place));
  if (!position) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  const counted = { ...position, roomType: room.roomType };
  const update: UnreadCount = {
    sessionRoomSlug: room.slug,
    unreadCount: unreadIn(counted),
    mentionCount: mentionsIn(counted),
    lastReadAt: position.lastReadAt?.toISOString() ?? null,
    totalUnread: await findTotalUnread(deps.db, actor.workspaceId, actor.userId, deps.clock.now()),
    readMsgNo: position.readMsgNo,
  };
  deps.live.sendToUser(actor.userId, actor.workspaceId, {
    type: "SERVER_UNREAD_COUNT_UPDATE",
    ...update,
  });
  return update;
}

/** Moves the caller's read position to the end of all their rooms, or of these, and tells all their sockets once (rules-rooms 45). */
export async function markAllRead(
  deps: ReadingDeps,
  actor: Actor,
  slugs: readonly string[] | undefined,
): Promise<ReplyOf<"markAllRead">> {
  const { workspaceId, userId } = actor;
  const rows = await listSubscriptions(deps.db, workspaceId, userId, slugs);
  const unread = rows.filter((row) => unreadIn(row) > 0);
  // The writer puts them into few transactions.
  const marks = unread.map(({ roomId, lastMsgNo: msgNo }) =>
    deps.writer.markRead({ roomId, userId, msgNo }),
  );
  await Promise.all(marks);
  if (unread.length > 0) await pushSubscriptions(deps, actor);
  return { totalUnread: await findTotalUnread(deps.db, workspaceId, userId, deps.clock.now()) };
}

/** Sends a person's full list to all their sockets: after every change that is not an event of a room they hear. */
export async function pushSubscriptions(deps: SubscriptionDeps, whose: Whose): Promise<void> {
  deps.live.sendToUser(whose.userId, whose.workspaceId, await toSubscriptionUpdate(deps, whose));
}

/** The full list as a frame; `rev` is taken before reading, so that a later list never carries an earlier one. */
export async function toSubscriptionUpdate(
  deps: SubscriptionDeps,
  whose: Whose,
): Promise<FrameOf<"SERVER_SUBSCRIPTION_UPDATE">> {
  const rev = await deps.nextRev();
  return {
    type: "SERVER_SUBSCRIPTION_UPDATE",
    subscriptions: await listOwnSubscriptions(deps, whose),
    rev,
  };
}
