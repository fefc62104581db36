import {
  GENERAL_ROOM_SLUG,
  hasPermission,
  type ParticipantAccessLevel,
  type RoomType,
  type Status,
} from "@colbin/protocol";

export type RoomAct = "leave" | "archive" | "unarchive" | "delete";

interface OwnRoom {
  readonly sessionRoomSlug: string;
  readonly roomType: RoomType;
  readonly status: Status;
  /** Of the person; null for who is not in. */
  readonly level: ParticipantAccessLevel | null;
}

/** What somebody may do with a room as a whole (rules-rooms, Room permission matrix). The server judges it again. */
export function roomActsOf({ sessionRoomSlug, roomType, status, level }: OwnRoom): RoomAct[] {
  const isShared = roomType === "channel" || roomType === "group";
  if (level === null || !isShared) return [];
  const acts: RoomAct[] = ["leave"];
  if (sessionRoomSlug === GENERAL_ROOM_SLUG) return acts;
  if (hasPermission(level, "MANAGE_ROOM"))
    acts.push(status === "ARCHIVED" ? "unarchive" : "archive");
  if (hasPermission(level, "DELETE_ROOM")) acts.push("delete");
  return acts;
}
