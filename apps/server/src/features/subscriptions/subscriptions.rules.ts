import { isMutedNow, type Muted, type RoomType } from "@colbin/protocol";

interface Counted {
  readonly lastMsgNo: number;
  readonly readMsgNo: number;
  readonly unreadFromNo: number | null;
}

/** No row is written per reader: unread is a difference, from what was marked as unread on where something was (rules-rooms 42, 45). */
export function unreadIn({ lastMsgNo, readMsgNo, unreadFromNo }: Counted): number {
  const read = unreadFromNo === null ? readMsgNo : Math.min(readMsgNo, unreadFromNo - 1);
  return Math.max(0, lastMsgNo - read);
}

interface Mentioning extends Counted {
  readonly roomType: RoomType;
  readonly mentions: number;
  readonly threadMentions: number;
}

/** In direct rooms and groups every message is meant for everybody, and mentions in threads count until those are read (rules-rooms 46). */
export function mentionsIn(room: Mentioning): number {
  const isConversation = room.roomType === "direct" || room.roomType === "group";
  return (isConversation ? unreadIn(room) : room.mentions) + room.threadMentions;
}

/** Muted rooms keep their own count and stay out of the total. */
export function totalUnread(rooms: readonly (Counted & Muted)[], now: Date): number {
  return rooms.reduce((sum, room) => (isMutedNow(room, now) ? sum : sum + unreadIn(room)), 0);
}
