import { matchesSearch, type ChatState } from "@colbin/client";
import type { RoomId, RoomType } from "@colbin/protocol";

const kinds = ["channels", "direct", "groups"] as const;
export type SectionKind = (typeof kinds)[number];

/** A part of the list of rooms; the rooms in the order in which they are shown. */
export interface RoomSection {
  readonly id: string;
  /** The title of a section that the person made; sections of a kind have their own. */
  readonly title: string | undefined;
  readonly roomIds: readonly RoomId[];
}

const kindOf: Record<RoomType, SectionKind> = {
  channel: "channels",
  direct: "direct",
  // Notes to oneself stand with the people.
  saved: "direct",
  group: "groups",
};

export function isSectionKind(id: string): id is SectionKind {
  return kinds.some((kind) => kind === id);
}

type Listed = Pick<ChatState, "subscriptions" | "order" | "sidebar">;

/**
 * Own sections first, with the rooms in the order that the person chose; the others by kind, in the order of display. Answers with
 * the same arrays until other rooms are found: a list draws itself anew for another array.
 */
export function createRoomSections() {
  let asked: (Listed & { readonly query: string }) | undefined;
  let sections: readonly RoomSection[] = [];
  return ({ subscriptions, order, sidebar }: Listed, query: string): readonly RoomSection[] => {
    const isSearch = query.trim() !== "";
    const isSame = asked?.query === query && asked.order === order && asked.sidebar === sidebar;
    // Without a search the order says all: no room becomes one of another kind.
    if (isSame && (!isSearch || asked?.subscriptions === subscriptions)) return sections;
    asked = { query, subscriptions, order, sidebar };
    const found = sectionsOf(asked).map(({ roomIds, ...section }) => ({
      ...section,
      roomIds: isSearch
        ? roomIds.filter((roomId) => isFound(subscriptions, roomId, query))
        : roomIds,
    }));
    const known = new Map(sections.map((section) => [section.id, section]));
    const next = found.map((section) => {
      const before = known.get(section.id);
      if (before?.title !== section.title) return section;
      return before && isSameList(before.roomIds, section.roomIds) ? before : section;
    });
    if (!isSameList(next, sections)) sections = next;
    return sections;
  };
}

function sectionsOf({ subscriptions, order, sidebar }: Listed): readonly RoomSection[] {
  const own = sidebar.sections.map(({ id, title, roomIds }) => {
    return { id, title, roomIds: roomIds.filter((roomId) => subscriptions.has(roomId)) };
  });
  const placed = new Set(own.flatMap(({ roomIds }) => roomIds));
  const rest = order.filter((roomId) => !placed.has(roomId));
  const ofKind = Map.groupBy(
    rest,
    (roomId) => kindOf[subscriptions.get(roomId)?.roomType ?? "channel"],
  );
  const others = kinds.map((id) => ({ id, title: undefined, roomIds: ofKind.get(id) ?? [] }));
  return [...own, ...others];
}

function isFound(rooms: Listed["subscriptions"], roomId: RoomId, query: string): boolean {
  const room = rooms.get(roomId);
  return room !== undefined && matchesSearch(room, query);
}

function isSameList<T>(one: readonly T[], other: readonly T[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}

/** Does only the order of those sections differ that have one of their own? */
export function haveSameRooms(one: readonly RoomSection[], other: readonly RoomSection[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ id, title, roomIds }, at) => {
      const next = other[at];
      if (next?.id !== id || next.title !== title) return false;
      // A room in a section of the person's own stays where it is put.
      if (roomIds === next.roomIds || !isSectionKind(id)) return roomIds === next.roomIds;
      const known = new Set(roomIds);
      return (
        roomIds.length === next.roomIds.length && next.roomIds.every((roomId) => known.has(roomId))
      );
    })
  );
}
