import {
  hasPermission,
  isInEditWindow,
  MESSAGE_REVISIONS_MAX,
  type Message,
  type RemovedBy,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import { appendEvent, type Change, type RoomAddress } from "#server/features/log/log.service.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import { requireReach, requireVisibleRoom } from "#server/features/rooms/rooms.access.ts";
import { isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { deletePurged, listRevisionRows, updateContent, updateDeleted } from "./edits.queries.ts";
import { addMentions, MENTIONS_BIT, readMentions } from "./mentions.service.ts";
import {
  changeMessage,
  readMessage,
  type MessageAddress,
  type MessageChangeDeps,
} from "./messages.access.ts";
import type { MessageRow } from "./messages.queries.ts";
import { isEditable, judgeContent } from "./messages.rules.ts";
import {
  messageDeletedKind,
  messageEditedKind,
  toMessage,
  toOneMessage,
  type MessagePart,
  type MessageParts,
} from "./messages.view.ts";

export interface EditDeps extends MessageChangeDeps {
  readonly clock: Clock;
  readonly messageParts: MessageParts;
  readonly messageMaxChars: number;
  /** Days after which the texts of a deleted message are purged. */
  readonly messagePurgeDays: number;
}

/** A message as it is now, for whoever may read its room. */
export async function getMessage(
  { db, toMessages }: Pick<EditDeps, "db" | "toMessages">,
  actor: Actor,
  address: MessageAddress,
): Promise<Message> {
  return readMessage(db, actor, address, (room, row) =>
    toOneMessage(toMessages, db, row, room.slug),
  );
}

/**
 * Changes the content of an own message (rules-messages 14 to 16). The same content again changes nothing and has no seq. What
 * it said before is kept as a revision. A message that an API key changed has the mark of one that was sent by it (rules-identity 82).
 */
export async function editMessage(
  deps: EditDeps,
  actor: Actor,
  address: MessageAddress,
  edit: { readonly content: string; readonly ifRevision?: number | undefined },
): Promise<ReplyOf<"editMessage">> {
  const verdict = judgeContent(edit.content, "text", deps.messageMaxChars);
  if (!verdict.ok) throw new AppError(verdict.code, verdict.details);
  // Before the room's lock is taken: an organization may keep what was said as it is after a while (rules-identity 57).
  const { id: roomId } = await requireVisibleRoom(deps.db, actor, address.slug);
  const mentions = await readMentions(deps.db, roomId, verdict.content);
  const { editWindowMinutes: minutes } = await readSettings(deps.db, actor.workspaceId);
  return changeMessage(deps, actor, address, async (change) => {
    const { tx, room, message, show } = change;
    requireReach(room);
    const isOfRoom = message.threadId === null || message.msgNo !== null;
    if (!hasPermission(room.accessLevel, isOfRoom ? "WRITE" : "COMMENT"))
      throw new AppError("MESSAGE_SEND_NOT_ALLOWED");
    if (message.authorId !== actor.userId) throw new AppError("MESSAGE_NOT_AUTHOR");
    if (message.isDeleted) throw new AppError("MESSAGE_DELETED");
    if (!isEditable(message) || (await isFixed(deps, tx, message)))
      throw new AppError("MESSAGE_NOT_EDITABLE");
    const { revision } = message;
    if (verdict.content === message.content) return { message: await show(message), revision };
    if (!isInEditWindow(message.createdAt.getTime(), minutes, deps.clock.now().getTime()))
      throw new AppError("EDIT_WINDOW_CLOSED", { minutes });
    if (edit.ifRevision !== undefined && edit.ifRevision !== revision)
      throw new AppError("MESSAGE_REVISION_CONFLICT", { current: revision });
    await addMentions(tx, message, mentions, room.accessLevel);
    const event = { actorId: actor.userId, messageId: message.id, facts: {} };
    const seq = await appendEvent(change, room, messageEditedKind, event);
    const changed = {
      content: verdict.content,
      stateSeq: seq,
      metadata: {
        ...message.metadata,
        ...noMentions,
        ...mentions?.metadata,
        ...(actor.scopes && { viaApi: true as const }),
      },
      parts: (message.parts & ~MENTIONS_BIT) | (mentions?.extra.parts ?? 0),
    };
    // With the first text and the present one they are as many as may be kept.
    const edited = await updateContent(tx, message, changed, MESSAGE_REVISIONS_MAX - 2);
    return { message: await show(edited), revision: edited.revision, seq };
  });
}

/** Has it a part that does not let it be edited any more? */
async function isFixed(
  { messageParts }: Pick<EditDeps, "messageParts">,
  tx: Tx,
  message: MessageRow,
): Promise<boolean> {
  for (const part of Object.values<MessagePart>(messageParts))
    if ((message.parts & part.bit) !== 0 && (await part.isFixed?.(tx, message))) return true;
  return false;
}

/**
 * Deletes an own message for everybody (rules-messages 18): a tombstone stays in its place, with its numbers. Again changes
 * nothing and has no seq.
 */
export async function deleteMessage(
  deps: EditDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"deleteMessage">> {
  return changeMessage(deps, actor, address, async (change) => {
    const { message } = change;
    const isOwn = message.authorId === actor.userId && message.type !== "system";
    if (!isOwn) throw new AppError("MESSAGE_NOT_AUTHOR");
    if (message.isDeleted) return { messageId: message.id };
    return { messageId: message.id, seq: await blankMessage(deps, change, change) };
  });
}

interface Blanking {
  readonly room: RoomAddress;
  readonly message: MessageRow;
  /** By somebody who did not write it, as what they are. */
  readonly removal?: { readonly actorId: UserId; readonly removedBy: RemovedBy };
}

/**
 * Leaves a tombstone of a message, by its author unless told; the change holds the room's lock. Returns the seq of the event that tells it.
 */
export async function blankMessage(
  deps: Pick<EditDeps, "clock" | "messagePurgeDays" | "messageParts">,
  change: Change,
  { room, message, removal }: Blanking,
): Promise<number> {
  const { tx, known } = change;
  const { actorId = message.authorId, removedBy = null } = removal ?? {};
  const facts = removedBy ? { removedBy } : {};
  const event = { actorId, messageId: message.id, facts };
  // A part may tell of its end by an event of its own: the tombstone is the last state.
  for (const part of Object.values(deps.messageParts))
    if ((message.parts & part.bit) !== 0) await part.erase?.(change, room, message);
  const stateSeq = await appendEvent(change, room, messageDeletedKind, event);
  const purgeAt = daysLater(deps.clock.now(), deps.messagePurgeDays);
  await updateDeleted(tx, message, { stateSeq, purgeAt, removedBy });
  const tombstone = { content: "", metadata: {}, isDeleted: true, isEdited: false, removedBy };
  known.messages.set(message.id, toMessage({ ...message, ...tombstone, stateSeq }, room.slug));
  return stateSeq;
}

function daysLater(now: Date, days: number): Date {
  return new Date(now.getTime() + days * 24 * 60 * 60_000);
}

/** Everything that a message said, for participants but link guests; others see only what it says now (rules-messages 16). */
export async function listRevisions(
  { db }: Pick<EditDeps, "db">,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"listRevisions">> {
  return readMessage(db, actor, address, async (room, { id }) => {
    if (!isInRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
    const rows = await listRevisionRows(db, room.id, id);
    if (rows.length === 0) throw new AppError("MESSAGE_DELETED");
    const revisions = rows.map(({ writtenAt, ...row }) => ({
      ...row,
      at: writtenAt.toISOString(),
    }));
    return { revisions };
  });
}

const noMentions = { mentions: undefined, plainText: undefined };
const PURGED_AT_ONCE = 1_000;

/** Removes the texts of messages that were deleted long enough ago (rules-messages 20). */
export async function purgeDeleted({ db, clock }: Pick<EditDeps, "db" | "clock">): Promise<void> {
  while (await deletePurged(db, clock.now(), PURGED_AT_ONCE));
}
