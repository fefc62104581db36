import { roomUpdated, toRoomSettings, type EventData } from "@colbin/protocol";
import type { RoomEventKind } from "#server/features/log/log.service.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { endsPreviews } from "./changes.rules.ts";

type Updated = EventData<"room_updated">;

/** The room as it was after the change; whoever may not look at it from outside any more hears nothing after it. */
export const roomUpdatedKind: RoomEventKind<"room_updated", Updated> = {
  name: "room_updated",
  facts: roomUpdated.data,
  audience: (facts) => (facts.endsPreviews ? { change: "end previews" } : undefined),
  toWire: ({ facts }) => facts,
};

/** What the event of a change tells. */
export function toUpdated(before: RoomRow, after: RoomRow): Updated {
  const {
    slug: sessionRoomSlug,
    title: roomName,
    description,
    avatarUrl,
    accessType,
    status,
  } = after;
  const settings = toRoomSettings(after);
  return {
    room: {
      sessionRoomSlug,
      roomName,
      description,
      avatar_url: avatarUrl,
      accessType,
      status,
      settings,
    },
    ...(before.slug !== after.slug && { previousSlug: before.slug }),
    endsPreviews: endsPreviews(before, after),
  };
}
