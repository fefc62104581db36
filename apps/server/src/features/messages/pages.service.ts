import type { MessagePage } from "@colbin/protocol";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { listMatching } from "#server/features/search/search.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  findSeqOfMessage,
  findSeqOfNumber,
  findSeqOfTime,
  listMessages,
} from "./messages.queries.ts";
import { fromCursor, fromNumberPlace, fromTimePlace, isUuid, toCursor } from "./messages.rules.ts";
import {
  createHydrateMessages,
  toPage,
  type ReaderView,
  type ToMessages,
} from "./messages.view.ts";

export interface PageDeps {
  readonly db: Db;
  readonly toMessages: ToMessages;
  readonly readerView: ReaderView;
}

export interface PageQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
  /** Only messages that match (features/search). */
  readonly search?: string | undefined;
}

/** Is it the page that a room opens with? */
export function isOfNewest(query: PageQuery): boolean {
  const { before, after, around, search } = query;
  return [before, after, around, search].every((asked) => asked === undefined);
}

/**
 * A page of a room that the caller may read: the newest, or those before, after or around a message or cursor. Live events after
 * headSeq are what the page lacks; an event at or before it may be in it already, and changes nothing then.
 */
export async function listRoomMessages(
  deps: PageDeps,
  actor: Actor,
  slug: string,
  query: PageQuery,
): Promise<MessagePage> {
  const places = [query.before, query.after, query.around].filter((place) => place !== undefined);
  if (places.length > 1) throw new AppError("BAD_REQUEST");
  const room = await requireReadableRoom(deps.db, actor, slug);
  const page =
    query.search === undefined
      ? await readPage(deps, room, places[0], query)
      : await readMatching(deps, actor, room, { ...query, search: query.search });
  // Every change of somebody's place takes a seq, so where the log stands still, so does access. Else it is judged once more
  // after the reading: what came after a removal is not for this person. Two statements read what is around a message.
  const isOneRead = query.around === undefined && query.search === undefined;
  const isMoved = page.headSeq !== room.lastSeq || !isOneRead;
  if (isMoved) await requireReadableRoom(deps.db, actor, slug);
  const { db, readerView } = deps;
  const personal = await readerView.load(db, actor.userId, readerView.toNeeds(page.messages));
  return personal ? { ...page, personal } : page;
}

async function readPage(
  deps: PageDeps,
  room: RoomRow,
  place: string | undefined,
  query: PageQuery,
): Promise<MessagePage> {
  const { limit } = query;
  const seq = place === undefined ? undefined : await requirePlace(deps.db, room, place);
  if (seq === undefined) return readSide(deps, room, {}, limit);
  if (query.before !== undefined) return readSide(deps, room, { beforeSeq: seq }, limit);
  if (query.after !== undefined) return readSide(deps, room, { fromSeq: seq + 1 }, limit);
  return readAround(deps, room, seq, limit);
}

/** Leads on to older messages alone. */
async function readMatching(
  { db, toMessages }: PageDeps,
  actor: Actor,
  room: RoomRow,
  { search, limit, before, after, around }: PageQuery & { readonly search: string },
): Promise<MessagePage> {
  if (after !== undefined || around !== undefined) throw new AppError("BAD_REQUEST");
  const beforeSeq = before === undefined ? undefined : await requirePlace(db, room, before);
  const { messages, hasMore } = await listMatching(
    { db, hydrateMessages: createHydrateMessages(toMessages) },
    actor,
    room,
    { search, limit, beforeSeq },
  );
  const oldest = messages[0];
  const nextCursor = hasMore && oldest ? toCursor(oldest.seq) : null;
  return { messages, hasMore, nextCursor, headSeq: room.lastSeq };
}

async function requirePlace(db: Db, room: RoomRow, place: string): Promise<number> {
  const cursor = fromCursor(place);
  if (cursor !== undefined) return cursor;
  const msgNo = fromNumberPlace(place);
  if (msgNo !== undefined) return findSeqOfNumber(db, room.id, msgNo);
  const at = fromTimePlace(place);
  if (at !== undefined) return findSeqOfTime(db, room.id, at);
  if (/^(seq|at)_/.test(place)) throw new AppError("CURSOR_INVALID");
  const seq = isUuid(place) ? await findSeqOfMessage(db, room.id, place) : undefined;
  if (seq === undefined) throw new AppError("MESSAGE_NOT_FOUND");
  return seq;
}

async function readSide(
  { db, toMessages }: PageDeps,
  { id, slug }: RoomRow,
  side: { readonly beforeSeq?: number; readonly fromSeq?: number },
  limit: number,
): Promise<MessagePage> {
  const slice = await listMessages(db, id, side, limit + 1);
  const direction = side.fromSeq === undefined ? "before" : "after";
  return toPage((rows) => toMessages(db, rows, () => slug), slice, limit, direction);
}

/** Half of the page before the place, the rest from it on; `hasMore` and the cursor speak of older ones. */
async function readAround(
  deps: PageDeps,
  room: RoomRow,
  seq: number,
  limit: number,
): Promise<MessagePage> {
  const older = await readSide(deps, room, { beforeSeq: seq }, Math.floor(limit / 2));
  const newer = await readSide(deps, room, { fromSeq: seq }, limit - older.messages.length);
  // A page of one message has no older part to lead on from.
  const nextCursor = older.hasMore ? (older.nextCursor ?? toCursor(seq)) : null;
  const messages = [...older.messages, ...newer.messages];
  return { ...older, nextCursor, messages, hasNewer: newer.hasMore };
}
