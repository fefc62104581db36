import {
  removedBy,
  type Message,
  type MessageId,
  type MessagePage,
  type PersonalParts,
  type UserId,
} from "@colbin/protocol";
import * as z from "zod/mini";
import type {
  Change,
  HydrateMessages,
  RoomAddress,
  RoomEventKind,
} from "#server/features/log/log.service.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { listMessagesById, type MessageRow, type MessageSlice } from "./messages.queries.ts";
import { toCursor } from "./messages.rules.ts";

/** The fields of a message that other features keep in tables of their own. */
export type Decoration = Pick<
  Message,
  "reactions" | "thread" | "mentioned" | "pin" | "quote" | "forward" | "poll" | "previews" | "files"
>;

/** What decorates messages; the feature that owns it loads it for many messages of any rooms at once. */
export interface MessagePart<V = unknown> {
  /** In `messages.parts`, one of its own: where it is not set nothing is loaded. */
  readonly bit: number;
  /** Messages without a value may be missing. */
  load(db: Db, rows: readonly MessageRow[]): Promise<ReadonlyMap<MessageId, V>>;
  /** Is the text of a message with it fixed from now on, at least until the transaction ends? */
  isFixed?(tx: Tx, message: MessageRow): Promise<boolean>;
  /** Removes it from a message that is deleted; the change holds the room's lock. */
  erase?(change: Change, room: RoomAddress, message: MessageRow): Promise<void>;
}

/** Put together in registries.ts. */
export type MessageParts = {
  readonly [K in keyof Decoration]?: MessagePart<NonNullable<Decoration[K]>>;
};

export const undecorated: Decoration = { reactions: [] };

/** The wire shape, built field by field: hot lists are not stripped again on the way out. */
export function toMessage(
  row: Omit<MessageRow, "revision" | "parts"> & Partial<Pick<MessageRow, "revision">>,
  roomSlug: string,
  decoration: Decoration = undecorated,
): Message {
  return {
    id: row.id,
    roomId: row.roomId,
    sessionRoomSlug: roomSlug,
    seq: row.seq,
    stateSeq: row.stateSeq,
    msgNo: row.msgNo,
    authorId: row.authorId,
    authorName: row.authorName,
    authorAvatar: row.authorAvatar,
    ...(row.authorIsGuest && !row.metadata.viaWebhook && { authorIsGuest: true as const }),
    content: row.content,
    type: row.type,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isEdited: row.isEdited,
    ...(row.isEdited && { revision: row.revision }),
    isDeleted: row.isDeleted,
    ...(row.removedBy && { removedBy: row.removedBy }),
    status: "sent",
    ...(row.threadId !== null && row.replyNo !== null
      ? { threadId: row.threadId, replyNo: row.replyNo }
      : undefined),
    ...(row.isSilent && { isSilent: true as const }),
    ...(row.isScheduled && { isScheduled: true as const }),
    ...decoration,
  };
}

/** A message as it is looked up for a reader. */
type MessageKey = Pick<Message, "roomId" | "id">;

/** What a page tells its reader alone of messages, beside what it tells everybody. */
export interface ReaderPart<V = unknown> {
  /** Whether any reader may be told something of the message. */
  needs(message: Message): boolean;
  /** For many messages that need it; those without a value are missing. */
  load(db: Db, userId: UserId, messages: readonly MessageKey[]): Promise<ReadonlyMap<MessageId, V>>;
}

/** One entry a part: forgetting one does not compile. Put together in registries.ts. */
export type ReaderParts = {
  readonly [K in keyof PersonalParts]-?: ReaderPart<NonNullable<PersonalParts[K]>>;
};

/** The messages of a page that need the reader parts, by part; the same for all readers. */
export type ReaderNeeds = readonly (readonly [name: string, messages: readonly MessageKey[]])[];

/** The reader parts of pages. */
export interface ReaderView {
  toNeeds(messages: readonly Message[]): ReaderNeeds;
  /** All parts at once; undefined where the reader is told nothing more. */
  load(db: Db, userId: UserId, needs: ReaderNeeds): Promise<MessagePage["personal"]>;
}

export function createReaderView(parts: ReaderParts): ReaderView {
  const byName = new Map(Object.entries<ReaderPart>(parts));
  return {
    toNeeds: (messages) =>
      [...byName].flatMap(([name, part]) => {
        const needing = messages.filter((message) => part.needs(message));
        return needing.length > 0
          ? [[name, needing.map(({ roomId, id }) => ({ roomId, id }))] as const]
          : [];
      }),
    async load(db, userId, needs) {
      const personal: Record<MessageId, Record<string, unknown>> = {};
      const load = async ([name, messages]: ReaderNeeds[number]): Promise<void> => {
        const values = await byName.get(name)?.load(db, userId, messages);
        for (const [id, value] of values ?? []) (personal[id] ??= {})[name] = value;
      };
      await Promise.all(needs.map(load));
      // Each part has the type of the field under whose name it is registered.
      return Object.keys(personal).length > 0 ? personal : undefined;
    },
  };
}

/** Turns rows into messages; a statement for each part that one of them has, and none where they have none. */
export type ToMessages = (
  db: Db,
  rows: readonly MessageRow[],
  slugOf: (row: MessageRow) => string,
) => Promise<Message[]>;

export function createToMessages(parts: MessageParts): ToMessages {
  const entries = Object.entries<MessagePart>(parts);
  return async (db, rows, slugOf) => {
    const loaded: [string, ReadonlyMap<MessageId, unknown>][] = [];
    for (const [name, part] of entries) {
      const having = rows.filter((row) => (row.parts & part.bit) !== 0);
      if (having.length > 0) loaded.push([name, await part.load(db, having)]);
    }
    return rows.map((row) => {
      const own: Record<string, unknown> = {};
      for (const [name, values] of loaded) if (values.has(row.id)) own[name] = values.get(row.id);
      // Each part has the type of the field under whose name it is registered.
      return toMessage(row, slugOf(row), { ...undecorated, ...(own as Partial<Decoration>) });
    });
  };
}

/** Turns one row into a message. */
export async function toOneMessage(
  toMessages: ToMessages,
  db: Db,
  row: MessageRow,
  slug: string,
): Promise<Message> {
  const [message] = await toMessages(db, [row], () => slug);
  if (!message) throw new Error("Every row becomes a message");
  return message;
}

/** Reads messages of any rooms by their ids, for whoever has only these: the log, search, what was saved. */
export function createHydrateMessages(toMessages: ToMessages): HydrateMessages {
  return async (db, refs) => {
    const slugs = new Map(refs.map(({ room }) => [room.id, room.slug]));
    const pairs = refs.map(({ room, id }) => ({ roomId: room.id, id }));
    const rows = await listMessagesById(db, pairs);
    const messages = await toMessages(db, rows, ({ roomId }) => slugs.get(roomId) ?? "");
    return new Map(messages.map((message) => [message.id, message]));
  };
}

const newMessageFacts = z.object({ clientMessageId: z.nullable(z.string()) });

/** A message is its own entry of the log. */
export const messageNewKind: RoomEventKind<"message_new", z.infer<typeof newMessageFacts>> = {
  name: "message_new",
  facts: newMessageFacts,
  toWire({ messageId, facts: { clientMessageId } }, shown) {
    const message = shown.body(messageId) ?? shown.message(messageId);
    // A line of the server has no client that could match it.
    return clientMessageId === null ? { message } : { message, clientMessageId };
  },
};

const noFacts = z.object({});

export const messageEditedKind: RoomEventKind<"message_edited", z.infer<typeof noFacts>> = {
  name: "message_edited",
  facts: noFacts,
  toWire({ messageId }, shown) {
    const message = shown.body(messageId);
    return message ? { messageId, message } : { messageId };
  },
};

const deletedFacts = z.object({ removedBy });

export const messageDeletedKind: RoomEventKind<"message_deleted", z.infer<typeof deletedFacts>> = {
  name: "message_deleted",
  facts: deletedFacts,
  toWire: ({ messageId, facts }) => ({ messageId, ...facts }),
};

/** One row more than the page tells whether there are more. */
export async function toPage(
  toMessages: (rows: readonly MessageRow[]) => Promise<Message[]>,
  slice: MessageSlice,
  limit: number,
  direction: "before" | "after",
): Promise<MessagePage> {
  const read = slice.rows.slice(0, limit);
  const rows = direction === "before" ? read.toReversed() : read;
  const hasMore = slice.rows.length > limit;
  const next = read.at(-1)?.seq;
  return {
    messages: await toMessages(rows),
    hasMore,
    nextCursor: hasMore && next !== undefined ? toCursor(next) : null,
    headSeq: slice.headSeq,
  };
}
