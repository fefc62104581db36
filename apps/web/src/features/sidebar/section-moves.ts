import type { RoomId, SidebarSection } from "@colbin/protocol";

type Sections = readonly SidebarSection[];

/** Where a room of an own section stands: before another room of it, or at its end. */
export interface RoomPlace {
  readonly sectionId: string;
  readonly before?: RoomId | undefined;
}

/** The room stands there alone; without a place it goes back to the others of its kind. */
export function withRoom(sections: Sections, roomId: RoomId, place?: RoomPlace): Sections {
  if (place?.before === roomId) return sections;
  return sections.map((section) => {
    const others = section.roomIds.filter((other) => other !== roomId);
    if (section.id === place?.sectionId) {
      const at = others.findIndex((other) => other === place.before);
      return { ...section, roomIds: others.toSpliced(at === -1 ? others.length : at, 0, roomId) };
    }
    return others.length === section.roomIds.length ? section : { ...section, roomIds: others };
  });
}

/**
 * Where the room goes by one step: from section to section, and behind the last one to the others of its kind. Undefined where it
 * cannot go further; `null` is that last place.
 */
export function stepOf(
  sections: Sections,
  roomId: RoomId,
  step: -1 | 1,
): RoomPlace | null | undefined {
  const at = sections.findIndex(({ roomIds }) => roomIds.includes(roomId));
  const section = sections[at];
  const last = sections.at(-1);
  if (!section) return step === -1 && last ? { sectionId: last.id } : undefined;
  const { id: sectionId, roomIds } = section;
  const place = roomIds.indexOf(roomId);
  if (step === -1 && place > 0) return { sectionId, before: roomIds[place - 1] };
  if (step === 1 && place < roomIds.length - 1) return { sectionId, before: roomIds[place + 2] };
  const next = sections[at + step];
  if (!next) return step === 1 ? null : undefined;
  return { sectionId: next.id, before: step === 1 ? next.roomIds[0] : undefined };
}

/** The section stands so many places further on, where there are as many. */
export function withSectionMoved(sections: Sections, id: string, step: -1 | 1): Sections {
  const at = sections.findIndex((section) => section.id === id);
  const section = sections[at];
  const to = at + step;
  if (!section || to < 0 || to >= sections.length) return sections;
  return sections.toSpliced(at, 1).toSpliced(to, 0, section);
}
