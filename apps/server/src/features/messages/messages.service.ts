import type {
  Message,
  MessageId,
  MessageMetadata,
  MessagePage,
  MessageType,
  RoomId,
  SentMessage,
  SystemKind,
  UserId,
} from "@colbin/protocol";
import { hash, randomUUID, randomUUIDv7 } from "node:crypto";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import {
  findRoom,
  maySeeRoom,
  takeNextSeq,
  type RoomDirectory,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Origin, RoomEvent } from "#server/platform/realtime/live.ts";
import {
  findMessageBySeq,
  findMsgNoOfClientMessage,
  findMsgNoOfMessage,
  findSeqOfMessage,
  insertSystemMessage,
  listMessages,
  type SendRefusal,
} from "./messages.queries.ts";
import { fromCursor, judgeContent, toCursor } from "./messages.rules.ts";
import { toMessage, toPage } from "./messages.view.ts";
import type { MessageWriter } from "./writer.service.ts";

export interface SendDeps {
  readonly db: Db;
  readonly rooms: RoomDirectory;
  readonly writer: MessageWriter;
  readonly messageMaxChars: number;
}

export interface SendInput {
  readonly roomSlug: string;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: Readonly<Record<string, never>>;
  readonly clientMessageId?: string | undefined;
}

/**
 * Sends a message: one function for REST and frame. It returns after the commit, and everybody's live copy has been
 * handed over then. Idempotent for ever by clientMessageId: the same content again returns the first message as it is
 * now; another content is IDEMPOTENCY_CONFLICT. Permission is judged in the transaction that writes.
 */
export async function sendMessage(
  deps: SendDeps,
  actor: Actor,
  input: SendInput,
  origin?: Origin,
): Promise<SentMessage> {
  const verdict = judgeContent(input.content, input.type, deps.messageMaxChars);
  if (!verdict.ok) throw new AppError(verdict.code, verdict.details);
  const found = await deps.rooms.findRoomId(actor.workspaceId, input.roomSlug);
  // What is not there goes the way of what is hidden: neither the answer nor its time may tell the two apart.
  const room = found ?? { id: randomUUIDv7() as RoomId, slug: input.roomSlug };
  const clientMessageId = input.clientMessageId ?? `temp_${randomUUID()}`;
  const written = await deps.writer.write({
    message: {
      roomId: room.id,
      authorId: actor.userId,
      id: randomUUIDv7() as MessageId,
      clientMessageId,
      sentHash: hashOf(verdict.content, input.type, input.metadata),
      content: verdict.content,
      type: input.type,
      metadata: {},
    },
    roomSlug: room.slug,
    origin,
  });
  if (written.outcome === "sent") return { message: written.message, clientMessageId };
  if (written.outcome !== "duplicate")
    throw await toRefusal(deps.db, actor, input.roomSlug, written.outcome);
  const first = await findMessageBySeq(deps.db, room.id, written.seq);
  if (!first) throw new Error("The message that a send repeats is in the log");
  return { message: toMessage(first, room.slug), clientMessageId, duplicate: true };
}

/** What tells a repeated send from another one under the same id: the content as it was sent first. */
function hashOf(content: string, type: MessageType, metadata: SendInput["metadata"]): Buffer {
  return hash("sha256", JSON.stringify([type, metadata, content]), "buffer");
}

/** A room that the caller may not see is not there, whatever the reason of the refusal. */
async function toRefusal(db: Db, actor: Actor, slug: string, code: SendRefusal): Promise<AppError> {
  if (code !== "NOT_SUBSCRIBED") return new AppError(code);
  const room = await findRoom(db, actor, slug);
  return new AppError(room && maySeeRoom(room, actor.role) ? code : "ROOM_NOT_FOUND");
}

/**
 * Number of the last numbered message at or before a message: what reading up to it means. Takes the id of a message or
 * the caller's own `temp_` id; a message that is not in the room is MESSAGE_NOT_FOUND.
 */
export async function findReadPlace(
  db: Db,
  actor: Actor,
  roomId: RoomId,
  messageId: string,
): Promise<number> {
  const msgNo = messageId.startsWith("temp_")
    ? await findMsgNoOfClientMessage(db, roomId, actor.userId, messageId)
    : isUuid(messageId)
      ? await findMsgNoOfMessage(db, roomId, messageId)
      : undefined;
  if (msgNo === undefined) throw new AppError("MESSAGE_NOT_FOUND");
  return msgNo;
}

export interface PageQuery {
  readonly limit: number;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly around?: string | undefined;
}

/** Is it the page that a room opens with? */
export function isOfNewest(query: PageQuery): boolean {
  return query.before === undefined && query.after === undefined && query.around === undefined;
}

/**
 * A page of a room that the caller may read: the newest, or those before, after or around a message or cursor. The
 * page and headSeq are one snapshot: live events after headSeq are what the page lacks.
 */
export async function listRoomMessages(
  db: Db,
  actor: Actor,
  slug: string,
  query: PageQuery,
): Promise<MessagePage> {
  const places = [query.before, query.after, query.around].filter((place) => place !== undefined);
  if (places.length > 1) throw new AppError("BAD_REQUEST");
  const room = await requireReadableRoom(db, actor, slug);
  const page = await readPage(db, room, places[0], query);
  // Every change of somebody's place takes a seq, so where the log stands still, so does access. Else it is judged once more
  // after the reading: what came after a removal is not for this person. Two statements read what is around a message.
  const isMoved = page.headSeq !== room.lastSeq || query.around !== undefined;
  if (isMoved) await requireReadableRoom(db, actor, slug);
  return page;
}

async function readPage(
  db: Db,
  room: RoomRow,
  place: string | undefined,
  query: PageQuery,
): Promise<MessagePage> {
  const seq = place === undefined ? undefined : await requirePlace(db, room, place);
  if (seq === undefined) return pageBefore(db, room, undefined, query.limit);
  if (query.before !== undefined) return pageBefore(db, room, seq, query.limit);
  if (query.after !== undefined) return pageFrom(db, room, seq + 1, query.limit);
  return pageAround(db, room, seq, query.limit);
}

async function requirePlace(db: Db, room: RoomRow, place: string): Promise<number> {
  const cursor = fromCursor(place);
  if (cursor !== undefined) return cursor;
  if (place.startsWith("seq_")) throw new AppError("CURSOR_INVALID");
  const seq = isUuid(place) ? await findSeqOfMessage(db, room.id, place) : undefined;
  if (seq === undefined) throw new AppError("MESSAGE_NOT_FOUND");
  return seq;
}

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

async function pageBefore(
  db: Db,
  room: RoomRow,
  beforeSeq: number | undefined,
  limit: number,
): Promise<MessagePage> {
  const side = beforeSeq === undefined ? {} : { beforeSeq };
  return toPage(await listMessages(db, room.id, side, limit + 1), room, limit, "before");
}

async function pageFrom(
  db: Db,
  room: RoomRow,
  fromSeq: number,
  limit: number,
): Promise<MessagePage> {
  return toPage(await listMessages(db, room.id, { fromSeq }, limit + 1), room, limit, "after");
}

/** Half of the page before the place, the rest from it on; `hasMore` speaks of older ones. */
async function pageAround(db: Db, room: RoomRow, seq: number, limit: number): Promise<MessagePage> {
  const older = await pageBefore(db, room, seq, Math.floor(limit / 2));
  const newer = await pageFrom(db, room, seq, limit - older.messages.length);
  // A page of one message has no older part to lead on from.
  const nextCursor = older.hasMore ? (older.nextCursor ?? toCursor(seq)) : null;
  return { ...older, nextCursor, messages: [...older.messages, ...newer.messages] };
}

/**
 * Writes a line of the server ('{name} joined') in the caller's transaction; the caller holds the room's lock. It takes
 * a seq but no number, so it never counts as unread. Publish the returned event after the commit.
 */
export async function appendSystemLine(
  tx: Tx,
  room: Pick<RoomRow, "id" | "slug">,
  actor: Actor,
  line: {
    readonly kind: SystemKind;
    readonly content: string;
    readonly values?: Readonly<Record<string, string>>;
    /** Whom it is about, where that is not the one who acts. */
    readonly targetIds?: readonly UserId[];
  },
): Promise<RoomEvent<"message_new">> {
  const seq = await takeNextSeq(tx, room.id);
  const { kind, values, targetIds = [] } = line;
  const metadata: MessageMetadata = {
    system: { kind, actorId: actor.userId, targetIds: [...targetIds], values: { ...values } },
  };
  const id = randomUUIDv7() as MessageId;
  const row = {
    roomId: room.id,
    authorId: actor.userId,
    id,
    clientMessageId: `system_${id}`,
    sentHash: Buffer.alloc(0),
    content: line.content,
    type: "system" as const,
    metadata,
  };
  const createdAt = await insertSystemMessage(tx, seq, row);
  const message: Message = toMessage(
    {
      ...row,
      seq,
      msgNo: null,
      authorName: actor.fullName,
      authorAvatar: actor.avatarUrl,
      createdAt,
      updatedAt: createdAt,
      isEdited: false,
      isDeleted: false,
    },
    room.slug,
  );
  return { roomId: room.id, roomSlug: room.slug, name: "message_new", seq, data: { message } };
}
