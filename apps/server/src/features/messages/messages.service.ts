import {
  toNewPoll,
  type Forward,
  type Forwarded,
  type MessageFile,
  type MessageId,
  type MessageMetadata,
  type MessageMetadataInput,
  type MessageType,
  type PollInput,
  type RoomId,
  type SentMessage,
  type SystemKind,
  type UserId,
  type Voice,
} from "@colbin/protocol";
import { hash, randomUUID, randomUUIDv7 } from "node:crypto";
import type { Change, RoomAddress } from "#server/features/log/log.service.ts";
import { readMentions, type ReadMentions } from "./mentions.service.ts";
import { findRoom, mayReadRoom, maySeeRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Origin } from "#server/platform/realtime/live.ts";
import type { SendDoor } from "./sends.access.ts";
import {
  findMessageBySeq,
  hasSent,
  insertSystemMessage,
  type MessageRow,
  type SendExtra,
  type SendRefusal,
} from "./messages.queries.ts";
import { judgeContent } from "./messages.rules.ts";
import {
  messageNewKind,
  toMessage,
  toOneMessage,
  undecorated,
  type ToMessages,
} from "./messages.view.ts";
import { forwardPart, quotePart, requireQuote } from "./quotes.service.ts";
import type { MessageWriter } from "./writer.service.ts";

export type { MessageRow } from "./messages.queries.ts";
export { hasSent, listReplies } from "./messages.queries.ts";
export { cleanContent, judgeContent } from "./messages.rules.ts";
export {
  messageEditedKind,
  type MessagePart,
  type ReaderPart,
  type ReaderView,
  type ToMessages,
} from "./messages.view.ts";

/** The polls that messages are sent with: their feature stands above this one. */
export interface SentPolls {
  /** The bit of a message that has one, in `messages.parts`. */
  readonly bit: number;
  /** The poll as it is stored; VALIDATION_ERROR for one that may not be sent now, unless it was. */
  require(poll: PollInput, isRepeated: () => Promise<boolean>): Promise<PollInput>;
  /** After the commit. */
  leaveClosing(poll: PollInput): Promise<void>;
}

/** The files that messages are sent with: as polls. */
export interface SentFiles {
  readonly bit: number;
  /**
   * The files, or the recording, of a message; undefined where it has none. FILE_NOT_USABLE for what may not be sent into the room now,
   * unless it was.
   */
  require(
    asked: Pick<MessageMetadataInput, "files" | "voice">,
    into: { readonly roomId: RoomId; readonly userId: UserId },
    isRepeated: () => Promise<boolean>,
  ): Promise<Attachments | undefined>;
  /** The files of a message that a copy of it has as well, but for deleted ones; undefined where nothing is left. */
  copy(source: Pick<MessageRow, "roomId" | "id" | "metadata">): Promise<Attachments | undefined>;
}

/** The files that a message has. */
interface Attachments {
  readonly files: NonNullable<SendExtra["files"]>;
  readonly shown: MessageFile[];
  readonly voice: Voice | undefined;
  /** The text of a message that says nothing else (rules-messages 5). */
  readonly text: string;
}

export interface SendDeps {
  readonly db: Db;
  readonly polls: SentPolls;
  readonly sentFiles: SentFiles;
  readonly toMessages: ToMessages;
  readonly door: SendDoor;
  readonly writer: MessageWriter;
  readonly messageMaxChars: number;
}

/** Who sends: the person of a call, or of a message that was written before. */
export type Sender = Pick<
  Actor,
  "userId" | "workspaceId" | "boundRoomId" | "instanceRole" | "scopes"
>;
/** The origin of a copy, as it is stored and as it is shown. */
interface Forwarding {
  readonly stored: Forwarded;
  readonly shown: Forward | undefined;
  readonly attached: Attachments | undefined;
}

export interface SendInput {
  readonly roomSlug: string;
  readonly content: string;
  readonly type: MessageType;
  readonly metadata: MessageMetadataInput;
  /** It is the copy of another message. */
  readonly forward?: Forwarding | undefined;
  readonly clientMessageId?: string | undefined;
  readonly threadId?: MessageId | undefined;
  readonly alsoSendToRoom?: boolean | undefined;
  readonly silent?: boolean | undefined;
  /** It was written before, and its author may have something unread. */
  readonly isScheduled?: true;
  /** The sender is an incoming webhook. */
  readonly byWebhook?: true;
}

/**
 * Sends a message: one function for REST and frame. It returns after the commit, and everybody's live copy has been
 * handed over then. Idempotent for ever by clientMessageId: the same content again returns the first message as it is
 * now; another content is IDEMPOTENCY_CONFLICT. Permission is judged in the transaction that writes.
 */
export async function sendMessage(
  deps: SendDeps,
  actor: Sender,
  input: SendInput,
  origin?: Origin,
): Promise<SentMessage> {
  const { forward } = input;
  const verdict = judgeContent(
    input.content,
    input.type,
    deps.messageMaxChars,
    forward ? forward.attached : input.metadata,
  );
  if (!verdict.ok) throw new AppError(verdict.code, verdict.details);
  const clientMessageId = input.clientMessageId ?? `temp_${randomUUID()}`;
  const room = await deps.door.requireTarget(actor, { ...input, clientMessageId }, origin);
  const quote = await requireQuote(deps.db, room.id, input.metadata);
  const { poll: asked, files: _files, voice: _voice, ...metadata } = input.metadata;
  const isRepeated = () =>
    hasSent(deps.db, { roomId: room.id, userId: actor.userId, clientMessageId });
  const poll = asked && (await deps.polls.require(asked, isRepeated));
  const into = { roomId: room.id, userId: actor.userId };
  const attached = forward
    ? forward.attached
    : await deps.sentFiles.require(input.metadata, into, isRepeated);
  // A copy mentions nobody.
  const mentions = forward ? undefined : await readMentions(deps.db, room.id, verdict.content);
  const parts =
    (quote ? quotePart.bit : 0) |
    (forward ? forwardPart.bit : 0) |
    (poll ? deps.polls.bit : 0) |
    (attached ? deps.sentFiles.bit : 0);
  const written = await deps.writer.write({
    message: {
      roomId: room.id,
      authorId: actor.userId,
      authorIsGuest: actor.instanceRole === "GUEST",
      id: randomUUIDv7() as MessageId,
      clientMessageId,
      sentHash: hashOf(verdict.content, input),
      content: verdict.content === "" ? (attached?.text ?? "") : verdict.content,
      type: input.type,
      metadata: {
        ...mentions?.metadata,
        ...metadata,
        ...(attached?.voice && { voice: attached.voice }),
        ...(forward && { forward: forward.stored }),
        ...(actor.scopes && { viaApi: true }),
        ...(input.byWebhook && { viaWebhook: true }),
      },
      extra: toExtra(input, mentions, { parts, poll, files: attached?.files }),
    },
    decoration: {
      ...undecorated,
      ...(mentions?.people.length && { mentioned: mentions.people }),
      ...(quote && { quote }),
      ...(poll && { poll: toNewPoll(poll) }),
      ...(attached && { files: attached.shown }),
      ...(forward?.shown && { forward: forward.shown }),
    },
    origin,
  });
  if (written.outcome === "sent") {
    if (poll) await deps.polls.leaveClosing(poll);
    return { message: written.message, clientMessageId };
  }
  if (written.outcome !== "duplicate")
    throw await toRefusal(deps.db, actor, input.roomSlug, written.outcome);
  const first = await findMessageBySeq(deps.db, room.id, written.seq);
  if (!first) throw new Error("The message that a send repeats is in the log");
  const standing = await findRoom(deps.db, actor, input.roomSlug);
  const slug = standing?.slug ?? input.roomSlug;
  // Whoever was taken out may repeat what they wrote before, and learns nothing of what others did since.
  const message =
    standing && mayReadRoom(standing)
      ? await toOneMessage(deps.toMessages, deps.db, first, slug)
      : toMessage(first, slug);
  return { message, clientMessageId, duplicate: true };
}

/** What tells a repeated send from another one under the same id: the content as it was sent first. */
function hashOf(content: string, input: SendInput): Buffer {
  const { type, metadata, threadId, alsoSendToRoom = false, silent = false } = input;
  const place = threadId || silent ? [threadId ?? null, alsoSendToRoom, silent] : [];
  return hash("sha256", JSON.stringify([type, metadata, content, ...place]), "buffer");
}

/** Undefined for a plain message, which costs the writer the least. */
function toExtra(
  { threadId, alsoSendToRoom, silent, isScheduled, byWebhook }: SendInput,
  mentions: ReadMentions | undefined,
  {
    parts,
    poll,
    files,
  }: {
    readonly parts: number;
    readonly poll: SendExtra["poll"] | undefined;
    readonly files: SendExtra["files"] | undefined;
  },
): SendExtra | undefined {
  const isPlain = threadId === undefined && !silent && !isScheduled && !byWebhook;
  if (isPlain && !mentions && parts === 0) return undefined;
  return {
    ...(threadId !== undefined && { thread: threadId, ...(alsoSendToRoom && { inRoom: true }) }),
    ...(silent && { isSilent: true }),
    ...(isScheduled && { isScheduled }),
    ...(byWebhook && { byWebhook }),
    ...mentions?.extra,
    ...(poll && { poll }),
    ...(files && { files }),
    parts: parts | (mentions?.extra.parts ?? 0),
  };
}

/** A room that the caller may not see is not there, whatever the reason of the refusal. */
async function toRefusal(
  db: Db,
  actor: Sender,
  slug: string,
  code: SendRefusal,
): Promise<AppError> {
  if (code !== "NOT_SUBSCRIBED") return new AppError(code);
  const room = await findRoom(db, actor, slug);
  return new AppError(room && maySeeRoom(room) ? code : "ROOM_NOT_FOUND");
}

function toLineId(key: string): string {
  return `system_${key}`;
}

/** Has somebody caused the line with this key in a room? The caller holds the room's lock. */
export function hasLine(
  tx: Tx,
  line: { readonly roomId: RoomId; readonly userId: UserId; readonly key: string },
): Promise<boolean> {
  return hasSent(tx, { ...line, clientMessageId: toLineId(line.key) });
}

/**
 * Writes a line of the server ('{name} joined') in a change that holds the room's lock. It takes a seq but no number, so it never
 * counts as unread. Returns the seq.
 */
export async function appendSystemLine(
  change: Change,
  room: RoomAddress,
  actor: Pick<Actor, "userId">,
  line: {
    readonly kind: SystemKind;
    readonly content: string;
    readonly values?: Readonly<Record<string, string>>;
    /** Whom it is about, where that is not the one who acts. */
    readonly targetIds?: readonly UserId[];
    /** Of a line that must not come twice (hasLine); without one it is another line each time. */
    readonly key?: string;
  },
): Promise<number> {
  const { kind, values, targetIds = [] } = line;
  const metadata: MessageMetadata = {
    system: { kind, actorId: actor.userId, targetIds: [...targetIds], values: { ...values } },
  };
  const id = randomUUIDv7() as MessageId;
  const seq = await insertSystemMessage(change.tx, {
    roomId: room.id,
    authorId: actor.userId,
    id,
    clientMessageId: toLineId(line.key ?? id),
    sentHash: Buffer.alloc(0),
    content: line.content,
    type: "system",
    metadata,
  });
  const facts = { clientMessageId: null };
  const row = { seq, kind: messageNewKind.name, actorId: actor.userId, messageId: id, facts };
  change.appended.push({ room, row });
  return seq;
}
