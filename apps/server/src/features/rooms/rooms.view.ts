import type { RoomCard } from "@colbin/protocol";
import type { RoomRow } from "./rooms.queries.ts";

/** What somebody who sees a room is told of it. */
export function toRoomCard(room: RoomRow): RoomCard {
  return {
    roomId: room.id,
    sessionRoomSlug: room.slug,
    roomName: room.title,
    description: room.description,
    roomType: room.roomType,
    accessType: room.accessType,
    isPrivate: room.accessType === "PRIVATE",
    status: room.status,
    memberCount: room.memberCount,
    createdAt: room.createdAt.toISOString(),
    lastActivityAt: room.lastActivityAt.toISOString(),
    accessStatus: room.accessStatus,
    accessLevel: room.accessLevel,
  };
}
