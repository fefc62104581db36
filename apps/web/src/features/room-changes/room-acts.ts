import {
  GENERAL_ROOM_SLUG,
  hasPermission,
  isOwnerless,
  type ParticipantAccessLevel,
  type RoomType,
  type Status,
} from "@colbin/protocol";

/** An act that leads somewhere and changes nothing. */
export type RoomWay = "copyLink" | "share" | "details";
/** An act that ends the room, or the person's place in it. */
export type RoomEnd = "leave" | "hide" | "archive" | "unarchive" | "delete";
export type RoomAct = RoomWay | RoomEnd;

interface OwnRoom {
  readonly sessionRoomSlug: string;
  readonly roomType: RoomType;
  readonly status: Status;
  /** The level of the person; null for somebody who is not in. */
  readonly level: ParticipantAccessLevel | null;
}

/** Only channels are found by a link (rules-rooms 32, 37). */
export function roomWaysOf({ roomType, level }: Pick<OwnRoom, "roomType" | "level">): RoomWay[] {
  const ways: RoomWay[] = roomType === "channel" ? ["copyLink", "share"] : [];
  return level === null ? ways : [...ways, "details"];
}

/** The acts that a person has on a room as a whole (rules-rooms, Room permission matrix). The server judges them again. */
export function roomEndsOf({ sessionRoomSlug, roomType, status, level }: OwnRoom): RoomEnd[] {
  if (level === null) return [];
  // Nobody leaves a talk of two, or their own notes (rules-rooms 26, 32).
  if (isOwnerless(roomType)) return ["hide"];
  if (sessionRoomSlug === GENERAL_ROOM_SLUG) return ["leave"];
  const ends: RoomEnd[] = [];
  if (hasPermission(level, "MANAGE_ROOM"))
    ends.push(status === "ARCHIVED" ? "unarchive" : "archive");
  ends.push("leave");
  if (hasPermission(level, "DELETE_ROOM")) ends.push("delete");
  return ends;
}
