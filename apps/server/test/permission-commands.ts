import type { CommandType } from "@colbin/protocol";
import type { Row } from "./permission-kinds.ts";
import {
  foreigners,
  inside,
  marking,
  open,
  person,
  reading,
  sending,
  subscribing,
} from "./permission-rows.ts";

/* The permission matrix of the frames. */

/** Typing is never answered: `ok` means that somebody else in the room is told, `silent` that nobody is. */
const typing: Row = { COM: "silent", REA: "silent", MEM: "silent", GST: "silent" };

export interface CommandRule {
  readonly row: Row;
  readonly frame: (slug: string, messageId: string) => Readonly<Record<string, unknown>>;
}

/** Who is refused anyway gets no socket at all: theirs is the refusal of the ticket. */
export const commandRules: { readonly [T in CommandType]: CommandRule } = {
  CLIENT_MULTI_ROOM_AUTH: { row: open(person), frame: () => ({}) },
  ping: { row: open(person), frame: () => ({}) },
  CLIENT_SUBSCRIBE_ROOMS: {
    row: open(subscribing),
    frame: (slug) => ({ sessionRoomSlugs: [slug] }),
  },
  CLIENT_UNSUBSCRIBE_ROOMS: { row: open(person), frame: (slug) => ({ sessionRoomSlugs: [slug] }) },
  CLIENT_MESSAGE_REACTION: {
    row: open(inside),
    frame: (slug, messageId) => ({ sessionRoomSlug: slug, messageId, emoji: "👍", action: "add" }),
  },
  CLIENT_SEND_MESSAGE: {
    row: open(sending),
    frame: (slug) => ({ sessionRoomSlug: slug, content: "allowed?" }),
  },
  CLIENT_MARK_ROOM_READ: {
    row: open(marking),
    frame: (slug, lastReadMessageId) => ({ sessionRoomSlug: slug, lastReadMessageId }),
  },
  CLIENT_UPDATE_NOTIFICATION_SETTINGS: {
    row: open(marking),
    frame: (slug) => ({ sessionRoomSlug: slug, muted: true, mutedUntil: null }),
  },
  CLIENT_GET_UNREAD_SUMMARY: { row: open(person), frame: () => ({}) },
  CLIENT_REQUEST_MESSAGE_HISTORY: {
    row: open(reading),
    frame: (slug) => ({ sessionRoomSlug: slug, afterSeq: 0 }),
  },
  /** Whom they see: features/presence. */
  CLIENT_WATCH_PEOPLE: {
    row: open(person),
    frame: () => ({ userIds: ["01890000-0000-7000-8000-000000000000"] }),
  },
  /** The message of somebody else; one's own: features/receipts/watching.test.ts. */
  CLIENT_WATCH_RECEIPTS: {
    row: open(foreigners),
    frame: (slug, messageId) => ({ message: { sessionRoomSlug: slug, messageId } }),
  },
  CLIENT_ACTIVITY: { row: open(person), frame: () => ({}) },
  CLIENT_TYPING: { row: open(typing), frame: (slug) => ({ roomSlug: slug, isTyping: true }) },
};
