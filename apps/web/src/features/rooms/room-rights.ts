import {
  GENERAL_ROOM_SLUG,
  hasPermission,
  levelsGiven,
  type ParticipantAccessLevel,
  type RoomAccessType,
  type RoomType,
  type Status,
} from "@colbin/protocol";
import { isUnnamedGroup } from "./unnamed-group.ts";

interface OwnPlace {
  readonly sessionRoomSlug: string;
  readonly roomType: RoomType;
  readonly accessType: RoomAccessType;
  readonly status: Status;
  /** The level of the person. */
  readonly level: ParticipantAccessLevel;
  readonly roomName?: string;
  /** The others in a group. */
  readonly participants?: readonly { readonly fullName: string }[];
}

/** From the one that lets most people in to the one that lets the fewest. */
const accessTypesByStrictness = ["PUBLIC", "PROTECTED", "PRIVATE"] as const;

/** The acts of a person on a room and its people (rules-rooms, Room permission matrix). The server judges them again. */
export function roomRightsOf(place: OwnPlace) {
  const { sessionRoomSlug, roomType, accessType, status, level } = place;
  const isChannel = roomType === "channel";
  const isOpen = (isChannel || roomType === "group") && status === "ACTIVE";
  const isGeneral = sessionRoomSlug === GENERAL_ROOM_SLUG;
  const manages = isOpen && hasPermission(level, "MANAGE_ROOM");
  const isBelow = (other: ParticipantAccessLevel) => rankOf(other) > rankOf(level);
  const strictness = accessTypesByStrictness.indexOf(accessType);
  return {
    manages,
    mayInvite:
      isOpen &&
      !isUnnamedGroup(place) &&
      (hasPermission(level, "INVITE_USER") ||
        (accessType === "PUBLIC" && hasPermission(level, "WRITE"))),
    /** Address, access and domain of general stay as they are (rules-rooms 12). */
    mayRestrict: manages && isChannel && !isGeneral,
    /** Nobody finds a group, so nobody asks to come in (rules-rooms 32). */
    hearsRequests: manages && isChannel,
    mayRemove: (other: ParticipantAccessLevel) => manages && isBelow(other),
    mayMakeOwner: (other: ParticipantAccessLevel) =>
      manages && !isGeneral && level === "OWNER" && isBelow(other),
    /** Levels that somebody with this one may have instead; an owner is made by asking first. Only the owner lowers themself. */
    levelsFor(other: ParticipantAccessLevel, isSelf: boolean): readonly ParticipantAccessLevel[] {
      if (!manages || isGeneral) return [];
      if (isSelf) return level === "OWNER" ? levelsGiven.OWNER : [];
      return isBelow(other) ? levelsGiven[level].filter((each) => each !== "OWNER") : [];
    },
    /** The present one and those that may follow; one alone where nothing can be chosen. */
    accessTypes: accessTypesByStrictness.filter((_, at) => at >= strictness || level === "OWNER"),
  };
}

export type RoomRights = ReturnType<typeof roomRightsOf>;

/** The highest first, as an owner may give them. */
function rankOf(level: ParticipantAccessLevel): number {
  return levelsGiven.OWNER.indexOf(level);
}
