import type { MarkedPlace, Marks } from "#server/features/participants/marks.service.ts";
import { endHiding, setHidden } from "#server/features/participants/participants.service.ts";
import type {
  FrameOf,
  ReplyOf,
  RoomId,
  Subscription,
  UnreadCount,
  UnreadSummary,
} from "@colbin/protocol";
import type { Shown } from "#server/features/messages/write-batch.service.ts";
import { markThreadsRead, type ThreadDeps } from "#server/features/threads/threads.service.ts";
import { requireReadableRooms } from "#server/features/rooms/rooms.access.ts";
import { findRooms, getRoomAddress, isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  findTotalUnread,
  listSlugs,
  listSubscriptions,
  listUnread,
  takeRevs,
  type Choice,
} from "./subscriptions.queries.ts";
import { unreadIn } from "./subscriptions.rules.ts";
import type { Totals } from "./totals.service.ts";
import { toSubscription, toUnreadCount, toUnreadSummary } from "./subscriptions.view.ts";

export interface SubscriptionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Live;
  /** Numbers what is told of subscriptions (createRevs). */
  readonly nextRev: () => Promise<number>;
  readonly totals: Totals;
  readonly noteRead: ThreadDeps["noteRead"];
}

export interface ReadingDeps extends SubscriptionDeps {
  readonly marks: Pick<Marks, "write" | "writeAll">;
}

/** A person in one workspace: whoever asks, the list is theirs. */
export type Whose = Pick<Actor, "userId" | "workspaceId">;

/**
 * Numbers for what is told of subscriptions, each larger than every one that was drawn before, on whatever process: a client drops
 * what has a smaller one. Draw it after the commit and before reading: then what was read last always carries the largest number.
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

async function listOwnSubscriptions(
  deps: SubscriptionDeps,
  whose: Whose,
  choice?: Choice,
): Promise<Subscription[]> {
  const rows = await listSubscriptions(deps.db, whose, choice);
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

/** The others: direct rooms, groups, and the room of one's own. */
export async function listOwnConversations(
  deps: SubscriptionDeps,
  actor: Actor,
): Promise<ReplyOf<"listMyConversations">> {
  const subscriptions = await listOwnSubscriptions(deps, actor);
  return { results: subscriptions.filter((each) => each.roomType !== "channel") };
}

/** One room as the caller has it in their list. */
export async function requireSubscription(
  deps: SubscriptionDeps,
  actor: Actor,
  roomId: RoomId,
): Promise<Subscription> {
  const [own] = await listOwnSubscriptions(deps, actor, { roomIds: [roomId] });
  if (!own) throw new AppError("ROOM_NOT_FOUND");
  return own;
}

/** What the caller has not read yet, room by room. */
export async function getUnreadSummary(
  deps: SubscriptionDeps,
  actor: Actor,
): Promise<UnreadSummary> {
  const rows = await listUnread(deps.db, actor);
  const elsewhere = await deps.totals.readElsewhere(actor.userId, actor.workspaceId);
  return toUnreadSummary(rows, elsewhere, deps.clock.now());
}

/** Un-hides rooms that the caller is in; all must be readable, else ROOMS_NOT_FOUND and nothing happens. */
export async function subscribeToRooms(
  deps: SubscriptionDeps,
  actor: Actor,
  slugs: readonly string[],
): Promise<ReplyOf<"subscribeRooms">> {
  const rooms = await requireReadableRooms(deps.db, actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  const { changed } = await pushRooms(
    deps,
    actor,
    await setHidden(deps.db, actor.userId, own, false),
  );
  const shown = new Set(changed.map(({ roomId }) => roomId));
  const others = own.filter((id) => !shown.has(id));
  return {
    results: [...changed, ...(await listOwnSubscriptions(deps, actor, { roomIds: others }))],
  };
}

/**
 * Hides the caller's rooms among these and ends the live events of all of them; unknown rooms are ignored. Answers those that are still
 * shown.
 */
export async function unsubscribeFromRooms(
  deps: SubscriptionDeps,
  actor: Actor,
  slugs: readonly string[],
): Promise<ReplyOf<"unsubscribeRooms">> {
  const rooms = await findRooms(deps.db, actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  await setHidden(deps.db, actor.userId, own, true);
  for (const room of rooms) deps.live.unsubscribeUser(actor.userId, room.id);
  return { results: (await pushRooms(deps, actor, own)).changed };
}

/** Moves the caller's read position forward to a message and tells all their sockets; idempotent, never back. */
export async function markRead(
  deps: ReadingDeps,
  actor: Actor,
  slug: string,
  messageId: string,
): Promise<UnreadCount> {
  const place = await deps.marks.write(actor, { kind: "read", slug, messageId });
  const update = tellPlace(deps, actor, place);
  if (place.wasUnread) await pushRooms(deps, actor, [place.roomId]);
  return update;
}

/**
 * Counts as unread from a message on, on all devices of the caller, until their next mark or send there (rules-rooms 45). What others see
 * of their reading stays.
 */
export async function markUnread(
  deps: ReadingDeps,
  actor: Actor,
  slug: string,
  fromMessageId: string,
): Promise<UnreadCount> {
  const mark = { kind: "unread", slug, messageId: fromMessageId } as const;
  const place = await deps.marks.write(actor, mark);
  const update = tellPlace(deps, actor, place);
  // The mark is told with the room, which is numbered: whichever comes last decides on every device.
  await pushRooms(deps, actor, [place.roomId]);
  return update;
}

/** The total is the sum of what clients know of each room: a sum over all of them for every mark would cost more than the mark. */
function tellPlace({ live }: ReadingDeps, { userId, workspaceId }: Actor, place: MarkedPlace) {
  const update = toUnreadCount(place);
  live.sendToUser(userId, workspaceId, { type: "SERVER_UNREAD_COUNT_UPDATE", ...update });
  return update;
}

/**
 * Moves the caller's read position to the end of all their rooms, or of these, and of the threads in them, and tells all their sockets
 * once (rules-rooms 45, rules-messages 30).
 */
export async function markAllRead(
  deps: ReadingDeps,
  actor: Actor,
  slugs: readonly string[] | undefined,
): Promise<ReplyOf<"markAllRead">> {
  const { workspaceId, userId } = actor;
  // Before the rooms, whose mentions are counted with it.
  await markThreadsRead(deps, actor, slugs);
  const rows = await listSubscriptions(deps.db, actor, { slugs });
  // Something is unread only where there is a last message.
  const unread = rows.flatMap(({ lastId: messageId, ...row }) =>
    unreadIn(row) > 0 && messageId !== null ? [{ ...row, messageId }] : [],
  );
  const marks = unread.map(({ slug, messageId }) => ({ kind: "read", slug, messageId }) as const);
  const roomIds = unread.map(({ roomId }) => roomId);
  try {
    await deps.marks.writeAll(actor, marks);
  } finally {
    await pushRooms(deps, actor, roomIds);
  }
  return { totalUnread: await findTotalUnread(deps.db, workspaceId, userId, deps.clock.now()) };
}

/** Brings a conversation back to people who had hidden it: all their sockets hear it, from that event on, and have it in their list. */
export async function showAgain(
  deps: SubscriptionDeps,
  { roomId, userIds, seq }: Shown,
): Promise<void> {
  const { workspaceId } = await getRoomAddress(deps.db, roomId);
  for (const userId of userIds) {
    deps.live.subscribeUser(userId, workspaceId, { roomId, headSeq: seq - 1 });
    await pushRooms(deps, { userId, workspaceId }, [roomId]);
    // The last: whoever was not told is told with the next message.
    await endHiding(deps.db, { roomId, userId });
  }
}

/**
 * Tells all sockets of a person what became of some of their rooms: after every change that is not an event of a room they hear. What
 * it costs does not grow with the number of their rooms.
 */
export async function pushRooms(
  deps: SubscriptionDeps,
  whose: Whose,
  roomIds: readonly RoomId[],
): Promise<RoomsUpdate> {
  const update = await toRoomsUpdate(deps, whose, roomIds);
  if (roomIds.length > 0) deps.live.sendToUser(whose.userId, whose.workspaceId, update);
  return update;
}

type RoomsUpdate = FrameOf<"SERVER_SUBSCRIPTION_UPDATE"> & {
  readonly changed: readonly Subscription[];
};

/** The same as a frame. Absolute: it says of each room what it is in the list now, or that it is not there. */
export async function toRoomsUpdate(
  deps: SubscriptionDeps,
  whose: Whose,
  roomIds: readonly RoomId[],
): Promise<RoomsUpdate> {
  const rev = await deps.nextRev();
  const changed = await listOwnSubscriptions(deps, whose, { roomIds });
  const listed = new Set(changed.map(({ roomId }) => roomId));
  const removed = await listSlugs(
    deps.db,
    roomIds.filter((id) => !listed.has(id)),
  );
  return { type: "SERVER_SUBSCRIPTION_UPDATE", changed, removed, rev };
}
