import {
  foldText,
  isIdeograph,
  SEARCH_MIN_CHARS,
  isSearchable,
  readSearch,
  type SearchFilter,
  type SearchQuery,
  type UserId,
} from "@colbin/protocol";
import type { ReadingRow } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { listNamed, readSearcher, type Listed, type SearchPlan } from "./search.queries.ts";
import { MARK_BITS, toLinePart } from "./search.rules.ts";

/* From the words and filters of a query to what the search table is asked for. */

/** People of one name; a search for more of them finds messages of these. */
const NAMED_MAX = 100;

type Room = Pick<ReadingRow, "id" | "slug" | "shownTitle">;

export interface PlannedSearch {
  readonly plan: SearchPlan;
  /** Folded terms that are looked for, to be marked, each with the authors of whose names it is a part. */
  readonly marked: readonly { readonly text: string; readonly authorIds: readonly UserId[] }[];
}

/**
 * Reads a query for these rooms, which the caller may read. VALIDATION_ERROR where it looks for less than SEARCH_MIN_CHARS signs and has
 * no filter (rules-messages 49).
 */
export async function planSearch(
  db: Db,
  actor: Pick<Actor, "userId">,
  query: string,
  rooms: readonly Room[],
): Promise<PlannedSearch> {
  const { terms, filters } = toSearch(query);
  const { userId } = actor;
  const from = filters.filter((each) => each.name === "from");
  // No index knows fewer signs of a name.
  const inNames = terms.filter(({ text }) => text.length > SEARCH_MIN_CHARS || isIdeograph(text));
  const names = [...inNames.map(({ text }) => text), ...from.map(({ value }) => foldText(value))];
  const roomIds = inRooms(rooms, filters).map(({ id }) => id);
  const [named, { starts, blockedIds }] = await Promise.all([
    listNamed(db, names, roomIds, NAMED_MAX),
    readSearcher(db, userId, filters.flatMap(toDays)),
  ]);
  const matches = terms.map((term) => ({
    ...term,
    part: toLinePart(term.text),
    authorIds: named[inNames.indexOf(term)] ?? [],
  }));
  const plan: SearchPlan = {
    userId,
    roomIds,
    terms: matches,
    authors: from.map(({ value, isExcluded }, place) => ({
      ids: value.toLowerCase() === "me" ? [userId] : (named[inNames.length + place] ?? []),
      isExcluded,
    })),
    times: toTimes(filters, starts),
    hasBits: toBits(filters, false),
    hasNotBits: toBits(filters, true),
    lists: filters.flatMap(toList),
    hiddenAuthorIds: blockedIds,
  };
  return { plan, marked: matches.filter(({ isExcluded }) => !isExcluded) };
}

function toSearch(query: string): SearchQuery {
  const { terms: typed, filters } = readSearch(query.normalize("NFC"));
  const terms = typed
    .map((term) => ({ ...term, text: foldText(term.text).trim() }))
    .filter(({ text }) => text !== "");
  if (!isSearchable({ terms, filters }))
    throw new AppError("VALIDATION_ERROR", { fields: { query: "too short" } });
  return { terms, filters };
}

function inRooms(rooms: readonly Room[], filters: readonly SearchFilter[]): readonly Room[] {
  const asked = filters.filter((each) => each.name === "in");
  const isNamed = (room: Room, value: string): boolean => {
    const wanted = foldText(value);
    return room.slug === value.toLowerCase() || foldText(room.shownTitle).includes(wanted);
  };
  const included = asked.filter(({ isExcluded }) => !isExcluded);
  const excluded = asked.filter(({ isExcluded }) => isExcluded);
  return rooms.filter(
    (room) =>
      (included.length === 0 || included.some(({ value }) => isNamed(room, value))) &&
      !excluded.some(({ value }) => isNamed(room, value)),
  );
}

function toDays(filter: SearchFilter): string[] {
  if (filter.name === "before") return [filter.value];
  if (filter.name === "after") return [nextDay(filter.value)];
  return filter.name === "on" ? [filter.value, nextDay(filter.value)] : [];
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60_000).toISOString().slice(0, 10);
}

/** A day begins where the person is; `before` and `after` a day are without it. */
function toTimes(filters: readonly SearchFilter[], starts: readonly Date[]): SearchPlan["times"] {
  let place = 0;
  const next = () => starts[place++] ?? null;
  return filters.flatMap((filter) => {
    const { isExcluded } = filter;
    if (filter.name === "before") return [{ from: null, to: next(), isExcluded }];
    if (filter.name === "after") return [{ from: next(), to: null, isExcluded }];
    return filter.name === "on" ? [{ from: next(), to: next(), isExcluded }] : [];
  });
}

function toBits(filters: readonly SearchFilter[], isExcluded: boolean): number {
  let bits = 0;
  for (const filter of filters) {
    if (filter.isExcluded !== isExcluded) continue;
    if (filter.name === "has") bits |= MARK_BITS[filter.value];
    if (filter.name === "is" && filter.value in MARK_BITS)
      bits |= MARK_BITS[filter.value as keyof typeof MARK_BITS];
  }
  return bits;
}

function toList(filter: SearchFilter): { readonly list: Listed; readonly isExcluded: boolean }[] {
  const { isExcluded } = filter;
  if (filter.name === "mentions") return [{ list: "mentions", isExcluded }];
  if (filter.name !== "is" || (filter.value !== "pinned" && filter.value !== "saved")) return [];
  return [{ list: filter.value, isExcluded }];
}
