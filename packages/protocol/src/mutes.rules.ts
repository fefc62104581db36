import type { NotificationLevel } from "./mutes.ts";
import type { RoomType } from "./rooms.ts";

export interface Muted {
  readonly isMuted: boolean;
  readonly mutedUntil: Date | null;
}

/** Expiry of a temporary mute is evaluated when it is read (rules-rooms 49). */
export function isMutedNow(room: Muted, now: Date): boolean {
  return room.isMuted && (room.mutedUntil === null || room.mutedUntil > now);
}

/** A person who chose nothing hears all of direct rooms and groups, and the mentions of them in channels (rules-rooms 48). */
export function levelOf(room: {
  readonly level: NotificationLevel | null;
  readonly roomType: RoomType;
}): NotificationLevel {
  const isConversation = room.roomType === "direct" || room.roomType === "group";
  return room.level ?? (isConversation ? "all" : "mentions");
}
