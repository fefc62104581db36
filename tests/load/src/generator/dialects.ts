import { randomUUID } from "node:crypto";
import type { EventMark } from "./walker.ts";

/* What differs between the servers that are compared: how a socket enters, how a message is sent, how an event looks. */

export type DialectName = "colbin" | "bun" | "socket-io";

/** One socket to be opened. */
export interface Entry {
  /** A ticket or an access token; peers have none. */
  readonly token?: string;
  /** Places of its rooms in the list of slugs; events are counted against the first. */
  readonly rooms: readonly number[];
}

export interface Resume {
  readonly logEpoch: string;
  readonly rooms: Readonly<Record<string, number>>;
}

/** An event as far as it matters: its message's text, and its place in the log of its room. */
export interface SeenEvent {
  readonly slug: string;
  readonly seq: number;
  /** Of a message that is new; of any other event "" and undefined. */
  readonly content: string;
  readonly messageId: string | undefined;
  readonly authorId: string | undefined;
  /** It came in answer to a resume, not live. */
  readonly isReplayed: boolean;
}

/** What makes a message more than a text; peers know no such thing. */
export interface SendHow {
  /** The message that it answers. */
  readonly threadId?: string | undefined;
}

/** What the server's greeting asks for. */
type Step =
  | { readonly kind: "wait" }
  | { readonly kind: "send"; readonly text: string }
  | { readonly kind: "ready" }
  | { readonly kind: "refused"; readonly reason: string };

export interface Dialect {
  path(rooms: readonly string[]): string;
  headers(entry: Entry): readonly string[];
  /** The first frame of the client. */
  hello(resume: Resume | undefined): string | undefined;
  /** Takes one text frame of a socket that is still entering. */
  greet(text: string, rooms: readonly string[]): Step;
  readonly mark: EventMark;
  send(slug: string, content: string, how?: SendHow): string;
  /** The events of a text frame. */
  read(text: string): readonly SeenEvent[];
  /** Sent by every socket now and then; undefined where none is needed. */
  readonly heartbeat: string | undefined;
}

/** An event as a replay has it, whose frame names the room once. */
interface LoggedEvent {
  readonly event?: string;
  readonly seq?: number;
  readonly message?: { readonly content: string; readonly id?: string; readonly authorId?: string };
}

interface WireEvent extends LoggedEvent {
  readonly type: string;
  readonly sessionRoomSlug: string;
}

const ROOM_EVENT = "SERVER_ROOM_EVENT";

function toSeen(event: WireEvent, isReplayed = false): SeenEvent[] {
  if (event.type !== ROOM_EVENT || event.seq === undefined) return [];
  const message = event.event === "message_new" ? event.message : undefined;
  const { content = "", id: messageId, authorId } = message ?? {};
  return [
    { slug: event.sessionRoomSlug, seq: event.seq, content, messageId, authorId, isReplayed },
  ];
}

function toSendBody(slug: string, content: string) {
  return { sessionRoomSlug: slug, clientMessageId: `temp_${randomUUID()}`, content };
}

/** `{"type":"SERVER_ROOM_EVENT"`: other frames of the server have another letter at the place of the M. */
const roomEventMark: EventMark = { place: 19, byte: "M".charCodeAt(0) };

const colbin: Dialect = {
  path: () => `/v1/multi-room-chat/ws?connectionId=${randomUUID()}`,
  headers: ({ token }) => [`Authorization: Bearer ${token}`],
  hello: (resume) => JSON.stringify({ type: "CLIENT_MULTI_ROOM_AUTH", ...(resume && { resume }) }),
  greet(text) {
    if (text.startsWith(`{"type":"SERVER_UNREAD_SUMMARY"`)) return { kind: "ready" };
    if (text.startsWith(`{"type":"SERVER_MULTI_ROOM_ERROR"`))
      return { kind: "refused", reason: text };
    return { kind: "wait" };
  },
  mark: roomEventMark,
  send: (slug, content, how) =>
    JSON.stringify({
      type: "CLIENT_SEND_MESSAGE",
      requestId: randomUUID(),
      ...toSendBody(slug, content),
      ...how,
    }),
  read(text) {
    const frame = JSON.parse(text) as WireEvent & { readonly events?: readonly LoggedEvent[] };
    if (frame.type !== "SERVER_MESSAGE_HISTORY") return toSeen(frame);
    const { sessionRoomSlug, events = [] } = frame;
    return events.flatMap((event) => toSeen({ ...event, type: ROOM_EVENT, sessionRoomSlug }, true));
  },
  heartbeat: JSON.stringify({ type: "ping" }),
};

const bun: Dialect = {
  path: (rooms) => `/?rooms=${encodeURIComponent(rooms.join(","))}`,
  headers: () => [],
  hello: () => undefined,
  greet: () => ({ kind: "ready" }),
  mark: roomEventMark,
  send: (slug, content) => JSON.stringify(toSendBody(slug, content)),
  read: (text) => toSeen(JSON.parse(text) as WireEvent),
  heartbeat: undefined,
};

/** Engine.IO packets in a digit: 0 open, 2 ping, 3 pong, 4 message; of those Socket.IO's 0 connect, 2 event. */
const socketIo: Dialect = {
  path: () => "/socket.io/?EIO=4&transport=websocket",
  headers: () => [],
  hello: () => undefined,
  greet(text, rooms) {
    if (text.startsWith("0")) return { kind: "send", text: `40${JSON.stringify({ rooms })}` };
    if (text.startsWith("40")) return { kind: "ready" };
    return { kind: "refused", reason: text };
  },
  mark: { place: 1, byte: "2".charCodeAt(0) },
  send: (slug, content) => `42${JSON.stringify(["send", toSendBody(slug, content)])}`,
  read(text) {
    if (!text.startsWith("42")) return [];
    const [, event] = JSON.parse(text.slice(2)) as [string, WireEvent];
    return toSeen(event);
  },
  heartbeat: undefined,
};

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  colbin,
  bun,
  "socket-io": socketIo,
};
