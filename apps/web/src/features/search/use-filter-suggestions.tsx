import { orderedSubscriptions } from "@colbin/client";
import {
  FULL_NAME_MAX,
  searchFilterNames,
  searchHasValues,
  searchIsValues,
  type RoomId,
  type SearchFilterName,
} from "@colbin/protocol";
import { AtSign, CalendarDays, Hash, ListFilter, Lock, MessageSquare } from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { scoreOf } from "#web/features/palette/match.ts";
import { SUGGESTIONS_MAX } from "#web/features/writing/constants.ts";
import { bestPeople, useRoomPeople } from "#web/features/writing/use-room-people.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { dayAfter, dayFormat, dayKey, formatDate, momentOf } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { openFilterAt, openWordAt, writeFilter } from "./query-text.ts";
import { filterTexts, hasTexts, isTexts, searchTexts } from "./search-texts.ts";

/** Takes the place of the word at the caret. */
export interface FilterSuggestion {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly mark: ReactNode;
  /** Undefined: a day is to be chosen first. */
  readonly text: string | undefined;
}

export interface FilterSuggestions {
  readonly from: number;
  readonly to: number;
  /** Marked in the titles. */
  readonly typed: string;
  readonly entries: readonly FilterSuggestion[];
  /** The filter of which a value is suggested; undefined where its name is. */
  readonly name: SearchFilterName | undefined;
}

const WEEK_DAYS = 7;
const MONTH_DAYS = 30;

/** For the word at the caret: names of filters, or the values of the one that is begun. `roomId` is the room that is searched alone. */
export function useFilterSuggestions(
  query: string,
  caret: number,
  roomId: RoomId | undefined,
): FilterSuggestions | undefined {
  const filter = openFilterAt(query, caret);
  const name = filter && isNameFor(filter.name, roomId) ? filter.name : undefined;
  const typed = filter?.typed ?? "";
  const people = usePeople(name === "from", typed, roomId);
  const rooms = useRooms(name === "in", typed);
  const days = useDays(name, typed);
  if (filter && name) {
    const { from, to, text } = filter;
    const entries = [...people, ...rooms, ...days, ...wordsOf(name, typed)].slice(
      0,
      SUGGESTIONS_MAX,
    );
    // All of it is there already.
    const isWhole = entries.some((entry) => entry.text === text.replace(/^-/, ""));
    return isWhole || entries.length === 0 ? undefined : { from, to, typed, name, entries };
  }
  const word = openWordAt(query, caret);
  if (!word) return undefined;
  const begun = word.text.replace(/^-/, "").toLowerCase();
  const entries = searchFilterNames
    .filter((each) => isNameFor(each, roomId) && each.startsWith(begun))
    .map((each) => ({
      id: each,
      title: `${each}:`,
      subtitle: t(filterTexts[each]),
      mark: <ListFilter aria-hidden="true" />,
      text: each === "mentions" ? "mentions:me" : `${each}:`,
    }));
  return entries.length === 0
    ? undefined
    : { from: word.from, to: word.to, typed: begun, name: undefined, entries };
}

/** One room is searched there alone. */
export function isNameFor(name: SearchFilterName, roomId: RoomId | undefined): boolean {
  return name !== "in" || roomId === undefined;
}

function usePeople(
  isWanted: boolean,
  typed: string,
  roomId: RoomId | undefined,
): readonly FilterSuggestion[] {
  const isInRoom = isWanted && roomId !== undefined;
  const { inside, outside } = useRoomPeople(roomId ?? ("" as RoomId), typed, !isInRoom);
  const fullName = useSettled(typed, SEARCH_PAUSE_MS).slice(0, FULL_NAME_MAX);
  const { data } = useCall(
    "suggestUsers",
    { query: fullName === "" ? {} : { fullName } },
    { isPaged: true, isOff: !isWanted || isInRoom },
  );
  const ownId = useStore(account.session, ({ user }) => user?.id);
  if (!isWanted) return [];
  const others = (data?.results ?? []).filter(({ id }) => id !== ownId);
  const people = isInRoom ? [...inside, ...outside] : bestPeople(typed, others);
  const me = { id: "me", title: t(searchTexts.me), subtitle: "from:me", text: "from:me" };
  const isMe = typed === "" || scoreOf(typed, { title: me.title, keywords: ["me"] }) > 0;
  return [
    ...(isMe ? [{ ...me, mark: <AtSign aria-hidden="true" /> }] : []),
    ...people.map(({ id, fullName: title, username, avatar_url: picture }) => ({
      id,
      title,
      subtitle: `@${username}`,
      mark: <PersonAvatar id={id} name={title} picture={picture ?? null} size="xs" />,
      text: writeFilter("from", title),
    })),
  ];
}

function useRooms(isWanted: boolean, typed: string): readonly FilterSuggestion[] {
  const rooms = useStore(chat.store, orderedSubscriptions);
  if (!isWanted) return [];
  return rooms
    .map(({ roomId: id, roomName: title, sessionRoomSlug: slug, roomType, isPrivate }) => {
      const Icon = roomType === "channel" ? (isPrivate ? Lock : Hash) : MessageSquare;
      const score = scoreOf(typed, { title, keywords: [slug] });
      const text = writeFilter("in", roomType === "channel" ? title : slug);
      return { id, title, mark: <Icon aria-hidden="true" />, text, score };
    })
    .filter(({ score }) => typed === "" || score > 0)
    .toSorted((one, other) => other.score - one.score);
}

function useDays(name: SearchFilterName | undefined, typed: string): readonly FilterSuggestion[] {
  const today = useToday();
  if (name !== "before" && name !== "after" && name !== "on") return [];
  const mark = <CalendarDays aria-hidden="true" />;
  const near = [
    { title: t(searchTexts.today), key: today },
    { title: t(searchTexts.yesterday), key: dayAfter(today, -1) },
    { title: t(searchTexts.weekAgo), key: dayAfter(today, -WEEK_DAYS) },
    { title: t(searchTexts.monthAgo), key: dayAfter(today, -MONTH_DAYS) },
  ].map(({ title, key }) => ({
    id: key,
    title,
    subtitle: formatDate(momentOf(key), "date"),
    mark,
    text: writeFilter(name, key),
  }));
  const fitting = near.filter(
    ({ id, title }) =>
      typed === "" || id.startsWith(typed) || scoreOf(typed, { title, keywords: [] }) > 0,
  );
  return [...fitting, { id: "other", title: t(searchTexts.otherDay), mark, text: undefined }];
}

function wordsOf(name: SearchFilterName, typed: string): readonly FilterSuggestion[] {
  const mark = <ListFilter aria-hidden="true" />;
  const toEntries = (values: readonly string[], titles: Readonly<Record<string, string>>) =>
    values
      .filter((value) => value.startsWith(typed.toLowerCase()))
      .map((value) => ({
        id: value,
        title: titles[value] ?? value,
        subtitle: `${name}:${value}`,
        mark,
        text: `${name}:${value}`,
      }));
  const say = (texts: typeof hasTexts | typeof isTexts): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([value, text]) => [value, t(text)]));
  if (name === "has") return toEntries(searchHasValues, say(hasTexts));
  if (name === "is") return toEntries(searchIsValues, say(isTexts));
  return name === "mentions" ? toEntries(["me"], { me: t(searchTexts.me) }) : [];
}

/** The value of a filter as people read it. */
export function valueText(name: SearchFilterName, value: string): string {
  if ((name === "from" || name === "mentions") && value.toLowerCase() === "me")
    return t(searchTexts.me);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return value;
  return formatDate(momentOf(value), dayFormat(value, dayKey(new Date())));
}
