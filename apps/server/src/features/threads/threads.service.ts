import {
  FOLLOWED_THREADS_MAX,
  type InputOf,
  type MessageId,
  type ReplyOf,
  type RoomId,
  type ThreadState,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Pool } from "pg";
import type { HydrateMessages } from "#server/features/log/log.service.ts";
import {
  isMessageId,
  readBehind,
  type MessageAddress,
} from "#server/features/messages/messages.access.ts";
import {
  listReplies,
  type ReaderView,
  type ToMessages,
} from "#server/features/messages/messages.service.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import type { RoomDoors } from "#server/features/rooms/rooms.access.ts";
import { isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import {
  findState,
  listFollowed,
  listThreadRows,
  moveRead,
  readFollowed,
  readFollowedIn,
  updatePassed,
  upsertFollow,
} from "./threads.queries.ts";
import { fromThreadCursor, toThreadCursor } from "./threads.rules.ts";

export interface ThreadDeps {
  readonly db: Db;
  readonly pool: Pool;
  readonly doors: Pick<RoomDoors, "requireReadableRoom">;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToPerson">;
  /** Hears that a person has read on in a room or its threads, or in several without a room; never throws. */
  readonly noteRead: (roomId: RoomId | null, userId: UserId) => void;
  readonly hydrateMessages: HydrateMessages;
  readonly toMessages: ToMessages;
  readonly readerView: ReaderView;
}

type PageQuery = InputOf<"getThread">["query"];

interface ThreadOf {
  readonly room: Awaited<ReturnType<RoomDoors["requireReadableRoom"]>>;
  readonly rootId: MessageId;
}

/** Reads about a thread that the caller may read, by the id of its root or of a reply; THREAD_ROOT_INVALID for a line of the server. */
function readThread<T>(
  { db, doors }: ThreadDeps,
  actor: Actor,
  { slug, id }: MessageAddress,
  read: (thread: ThreadOf) => Promise<T>,
): Promise<T> {
  const requireRoom = () => doors.requireReadableRoom(actor, slug);
  return readBehind(db, requireRoom, id, (room, message) => {
    if (message.type === "system") throw new AppError("THREAD_ROOT_INVALID");
    return read({ room, rootId: message.threadId ?? message.id });
  });
}

/**
 * A page of a thread: the newest replies, those before or after a number, or, by the id of a reply, those around it. Live events after
 * headSeq are what the page lacks.
 */
export async function getThread(
  deps: ThreadDeps,
  actor: Actor,
  { slug, id }: MessageAddress,
  query: PageQuery,
): Promise<ReplyOf<"getThread">> {
  const { before, after } = query;
  if (before !== undefined && after !== undefined) throw new AppError("BAD_REQUEST");
  const room = await deps.doors.requireReadableRoom(actor, slug);
  if (!isMessageId(id)) throw new AppError("MESSAGE_NOT_FOUND");
  const { root, rows, isOneRead, ...place } = await readReplies(deps.pool, room.id, id, query);
  const [[shownRoot, ...messages], state] = await Promise.all([
    deps.toMessages(deps.db, [root, ...rows], () => room.slug),
    findState(deps.db, { roomId: room.id, rootId: root.id }, actor.userId),
  ]);
  if (!shownRoot) throw new Error("Every row becomes a message");
  const { readerView } = deps;
  const needs = readerView.toNeeds([shownRoot, ...messages]);
  const personal = await readerView.load(deps.db, actor.userId, needs);
  // Every change of somebody's place takes a seq, so where the log stands still, so does access (messages/pages.service.ts).
  if (!isOneRead || place.headSeq !== room.lastSeq)
    await deps.doors.requireReadableRoom(actor, slug);
  const page = { root: shownRoot, messages, ...place, state };
  return personal ? { ...page, personal } : page;
}

/** The root and a page of the replies in the order of reading; by the id of the root, all of one snapshot. */
async function readReplies(pool: Pool, roomId: RoomId, id: MessageId, query: PageQuery) {
  const asked = await readSide({ pool, roomId, rootId: id }, query);
  if (!asked.root) throw new AppError("MESSAGE_NOT_FOUND");
  const { type, threadId, replyNo } = asked.root;
  if (type === "system") throw new AppError("THREAD_ROOT_INVALID");
  if (threadId === null) return { ...asked, root: asked.root, isOneRead: true };
  const source = { pool, roomId, rootId: threadId };
  const isAround = query.before === undefined && query.after === undefined && replyNo !== null;
  const page = isAround
    ? await readAround(source, replyNo, query.limit)
    : await readSide(source, query);
  if (!page.root) throw new AppError("MESSAGE_NOT_FOUND");
  return { ...page, root: page.root, isOneRead: false };
}

interface ReplySource {
  readonly pool: Pool;
  readonly roomId: RoomId;
  readonly rootId: MessageId;
}

async function readSide({ pool, ...thread }: ReplySource, { limit, before, after }: PageQuery) {
  if (after !== undefined) {
    const slice = await listReplies(pool, thread, { after }, limit + 1);
    const { rows } = slice;
    return {
      ...slice,
      rows: rows.slice(0, limit),
      hasMore: after > 0,
      hasNewer: rows.length > limit,
    };
  }
  // Behind a number that was given, the client has the replies; without one the page ends with the newest.
  const slice = await listReplies(pool, thread, { before: before ?? MAX_REPLY_NO }, limit + 1);
  const { rows } = slice;
  const older = rows.slice(0, limit).toReversed();
  return { ...slice, rows: older, hasMore: rows.length > limit, hasNewer: false };
}

/** Half of the page before the reply, the rest from it on. */
async function readAround(source: ReplySource, replyNo: number, limit: number) {
  // The head that was read first: what came in between is told again, and changes nothing then.
  const start = await readSide(source, { limit: Math.floor(limit / 2), before: replyNo });
  const end = await readSide(source, { limit: limit - start.rows.length, after: replyNo - 1 });
  return { ...start, rows: [...start.rows, ...end.rows], hasNewer: end.hasNewer };
}

/** The largest number of the column. */
const MAX_REPLY_NO = 2 ** 31 - 1;

/** Follows a thread, or not, until the caller says otherwise (rules-messages 29); their other devices are told. */
export function followThread(
  deps: ThreadDeps,
  actor: Actor,
  address: MessageAddress,
  isFollowing: boolean,
): Promise<ThreadState> {
  return readThread(deps, actor, address, async ({ room, rootId }) => {
    if (!isInRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
    const key = { roomId: room.id, rootId };
    await upsertFollow(deps.db, key, actor.userId, isFollowing);
    return told(deps, actor, key);
  });
}

/** The thread is read up to a reply of it, else MESSAGE_NOT_FOUND. Somebody who does not follow it has nothing unread: that changes nothing. */
export function markThreadRead(
  deps: ThreadDeps,
  actor: Actor,
  address: MessageAddress,
  lastReadReplyId: MessageId,
): Promise<ThreadState> {
  return readThread(deps, actor, address, async ({ room, rootId }) => {
    if (!isInRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
    const key = { roomId: room.id, rootId };
    const [reply] = (await deps.hydrateMessages(deps.db, [{ room, id: lastReadReplyId }])).values();
    if (reply?.threadId !== rootId || reply.replyNo === undefined)
      throw new AppError("MESSAGE_NOT_FOUND");
    const isMoved = await moveRead(deps.db, key, actor.userId, reply.replyNo);
    if (isMoved) deps.noteRead(room.id, actor.userId);
    return isMoved ? told(deps, actor, key) : findState(deps.db, key, actor.userId);
  });
}

/**
 * The threads that the caller follows are read to their end, in these rooms or in all of the active workspace (rules-messages 30). Their
 * devices read the list again.
 */
export async function markThreadsRead(
  { db, live, noteRead }: Pick<ThreadDeps, "db" | "live" | "noteRead">,
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  slugs: readonly string[] | undefined,
): Promise<void> {
  const rev = await runTransaction(db, async (tx) =>
    (await readFollowed(tx, { userId, workspaceId }, slugs))
      ? numberPersonalEvent(tx, userId)
      : undefined,
  );
  if (rev === undefined) return;
  noteRead(null, userId);
  const event = "threads_read";
  const data = { workspaceId };
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event, rev, data });
}

/** Somebody who comes into a room, or back, has nothing unread in its threads either. */
export async function catchUpThreads(
  tx: Tx,
  { roomId, userId }: { readonly roomId: RoomId; readonly userId: UserId },
): Promise<void> {
  await readFollowedIn(tx, roomId, userId);
}

/** Replies of a room up to these numbers are gone for good: nobody has them unread any more. */
export async function passPurgedReplies(
  tx: Tx,
  roomId: RoomId,
  replies: Parameters<typeof updatePassed>[2],
): Promise<void> {
  if (replies.length > 0) await updatePassed(tx, roomId, replies);
}

/** Somebody follows a thread from now on, without having asked for it. */
export interface NewFollower extends Omit<ThreadState, "isFollowing"> {
  readonly workspaceId: WorkspaceId;
  readonly userId: UserId;
}

/** Tells people on all of their devices that they follow a thread from now on; after the commit. */
export function tellFollowers(live: ThreadDeps["live"], followers: readonly NewFollower[]): void {
  for (const { userId, ...state } of followers) {
    const data = { ...state, isFollowing: true };
    live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event: "thread_changed", data });
  }
}

async function told(
  { db, live }: ThreadDeps,
  { userId, workspaceId }: Actor,
  key: Parameters<typeof findState>[1],
): Promise<ThreadState> {
  const state = await findState(db, key, userId);
  const data = { ...state, workspaceId };
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event: "thread_changed", data });
  return state;
}

/** A page of the threads of the active workspace (rules-messages 31); CURSOR_INVALID for a cursor that is none of ours. */
export async function listThreads(
  deps: ThreadDeps,
  actor: Actor,
  { tab, cursor, limit }: InputOf<"listThreads">["query"],
): Promise<ReplyOf<"listThreads">> {
  const after = cursor === undefined ? undefined : fromThreadCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const now = deps.clock.now();
  const rows = await listThreadRows(deps.db, actor, { tab, after, limit: limit + 1, now });
  const shown = rows.slice(0, limit);
  const refs = shown.flatMap(({ roomId, slug, rootId, lastIds }) =>
    [rootId, ...lastIds].map((id) => ({ room: { id: roomId, slug }, id })),
  );
  const messages = await deps.hydrateMessages(deps.db, refs);
  const results = shown.flatMap(
    ({ roomId, rootId, isFollowing, readReplyNo, lastReplyNo, mentionNos, ...row }) => {
      const root = messages.get(rootId);
      if (!root) return [];
      const replies = row.lastIds.toReversed().map((id) => messages.get(id));
      return [
        {
          root,
          replies: replies.filter((each) => each !== undefined),
          state: { roomId, rootId, isFollowing, readReplyNo, lastReplyNo, mentionNos },
          lastReplyAt: row.lastReplyAt.toISOString(),
        },
      ];
    },
  );
  const last = shown.at(-1);
  return { results, nextCursor: rows.length > limit && last ? toThreadCursor(last) : null };
}

/** The threads that the caller follows, those answered last. */
export async function listFollowedThreads(
  { db }: ThreadDeps,
  actor: Actor,
): Promise<ReplyOf<"listFollowedThreads">> {
  return { results: await listFollowed(db, actor, FOLLOWED_THREADS_MAX) };
}
