import {
  findRanges,
  foldText,
  SEARCH_TOTAL_MAX,
  type FoundMessages,
  type InputOf,
  type Message,
  type ReplyOf,
  type RoomId,
} from "@colbin/protocol";
import type { HydrateMessages } from "#server/features/log/log.service.ts";
import {
  listReadableRooms,
  listUnreadable,
  requireReadableRoom,
  type ReadingRow,
} from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findNewest } from "./hits.service.ts";
import { planSearch, type PlannedSearch } from "./plan.service.ts";
import type { Hit } from "./search.queries.ts";
import { BLOCK_LINES, withFileNames } from "./search.rules.ts";

/* Search for messages (rules-messages 49, 50): only in what the caller may read, before and after the reading. */

export interface SearchDeps {
  readonly db: Db;
  readonly hydrateMessages: HydrateMessages;
}

type Page = Omit<InputOf<"searchMessages">["query"], "query">;

/** In one room that the caller may read. People whom they have blocked are found there, as they are read there. */
export async function searchMessages(
  deps: SearchDeps,
  actor: Actor,
  slug: string,
  { query, ...page }: InputOf<"searchMessages">["query"],
): Promise<FoundMessages> {
  const room = await requireReadableRoom(deps.db, actor, slug);
  const search = await planSearch(deps.db, actor, query, [room]);
  const found = await readFound(deps, withAllAuthors(search), [room], page);
  await requireReadableRoom(deps.db, actor, slug);
  return found;
}

function withAllAuthors(search: PlannedSearch): PlannedSearch {
  return { ...search, plan: { ...search.plan, hiddenAuthorIds: [] } };
}

/** In all rooms of the active workspace that the caller is in; with `public` also in those that they may read. */
export async function searchAllMessages(
  deps: SearchDeps,
  actor: Actor,
  { query, scope, ...page }: InputOf<"searchAllMessages">["query"],
): Promise<ReplyOf<"searchAllMessages">> {
  const { db } = deps;
  const rooms = await listReadableRooms(db, actor, scope === "public");
  const search = await planSearch(db, actor, query, rooms);
  const found = await readFound(deps, search, rooms, page);
  const roomIds = new Set(found.messages.map(({ roomId }) => roomId));
  const pairs = [...roomIds].map((roomId) => ({ roomId, userId: actor.userId }));
  const lost = new Set((await listUnreadable(db, pairs)).map(({ roomId }) => roomId));
  const messages = found.messages.filter(({ roomId }) => !lost.has(roomId));
  const shown = rooms.filter(({ id }) => roomIds.has(id) && !lost.has(id));
  return {
    ...found,
    messages,
    rooms: Object.fromEntries(shown.map((room) => [room.id, toFoundRoom(room)])),
  };
}

function toFoundRoom({ slug, shownTitle, roomType }: ReadingRow) {
  return { sessionRoomSlug: slug, title: shownTitle, roomType };
}

/** The rooms are readable; so are all messages that are found. */
async function readFound(
  deps: SearchDeps,
  search: PlannedSearch,
  rooms: readonly { readonly id: RoomId; readonly slug: string }[],
  { limit, skip }: Page,
): Promise<FoundMessages> {
  const { hits, isWhole } = await findNewest(deps.db, search.plan, skip + limit + 1);
  const shown = hits.slice(skip, skip + limit);
  const messages = await readHits(deps, search, rooms, shown);
  return {
    messages: messages.map(({ message }) => message),
    total: Math.min(hits.length, SEARCH_TOTAL_MAX),
    isWhole: isWhole && hits.length <= SEARCH_TOTAL_MAX,
    hasMore: hits.length > skip + limit || !isWhole,
    ranges: Object.fromEntries(
      messages.flatMap(({ message, ranges }) => (ranges.length > 0 ? [[message.id, ranges]] : [])),
    ),
  };
}

interface Marked {
  readonly message: Message;
  readonly ranges: [number, number][];
}

/** The messages as they are now; the table may be a moment behind, so each is held against the words once more. */
async function readHits(
  { db, hydrateMessages }: SearchDeps,
  { marked }: PlannedSearch,
  rooms: readonly { readonly id: RoomId; readonly slug: string }[],
  hits: readonly Hit[],
): Promise<Marked[]> {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  const refs = hits.flatMap(({ roomId, id }) => {
    const room = byId.get(roomId);
    return room ? [{ room, id }] : [];
  });
  const messages = await hydrateMessages(db, refs);
  return refs.flatMap(({ id }) => {
    const message = messages.get(id);
    return message && !message.isDeleted ? toMarked(message, marked) : [];
  });
}

function toMarked(message: Message, marked: PlannedSearch["marked"]): Marked[] {
  const text = message.metadata.plainText ?? message.content;
  const files = (message.files ?? []).filter(({ status }) => status !== "deleted");
  const folded = foldText(withFileNames(text, files));
  const missing = marked.some(
    (term) => !folded.includes(term.text) && !term.authorIds.includes(message.authorId),
  );
  if (missing) return [];
  const ranges = findRanges(
    text,
    marked.map((term) => term.text),
  );
  return [{ message, ranges: ranges.map(([from, to]) => [from, to]) }];
}

export interface MatchingQuery {
  readonly search: string;
  readonly limit: number;
  readonly beforeSeq?: number | undefined;
}

/** The newest messages of a room that match, before a place of its log, oldest first. The caller may read it, before and afterwards. */
export async function listMatching(
  deps: SearchDeps,
  actor: Actor,
  room: RoomRow,
  { search: query, limit, beforeSeq }: MatchingQuery,
): Promise<{ readonly messages: Message[]; readonly hasMore: boolean }> {
  const planned = withAllAuthors(await planSearch(deps.db, actor, query, [room]));
  const search = { ...planned, plan: { ...planned.plan, beforeSeq } };
  // The row of the table in which the place is may have as many messages behind it.
  const count = limit + BLOCK_LINES + 1;
  const { hits, isWhole } = await findNewest(deps.db, search.plan, count);
  const found = await readHits(deps, search, [room], hits.slice(0, count));
  const before = found
    .map(({ message }) => message)
    .filter(({ seq }) => beforeSeq === undefined || seq < beforeSeq)
    .toSorted((one, other) => other.seq - one.seq);
  const messages = before.slice(0, limit).toReversed();
  return { messages, hasMore: before.length > limit || hits.length > count || !isWhole };
}
