import {
  SAVED_MAX,
  SAVED_NOTE_MAX,
  toLine,
  type InputOf,
  type MessageId,
  type ReplyOf,
  type SavedChanged,
  type SavedMessage,
  type UserId,
} from "@colbin/protocol";
import type { HydrateMessages } from "#server/features/log/log.service.ts";
import { readMessage, type MessageAddress } from "#server/features/messages/messages.access.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import { findRooms, isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { deleteReminderRow } from "./reminders.queries.ts";
import { setReminder, type RemindingDeps } from "./reminding.service.ts";
import {
  countInRoom,
  countOpen,
  countSaved,
  deleteOfPerson,
  deleteSaved,
  findSavedRow,
  insertSaved,
  listRowsInRoom,
  listSavedRows,
  updateSavedRow,
  type MessageRef,
  type SavedRow,
} from "./saved.queries.ts";
import { fromCursor, toCursor } from "./saved.rules.ts";
import { toMark, toSavedMessage } from "./saved.view.ts";

export interface SavedDeps extends RemindingDeps {
  readonly db: Db;
  readonly live: Pick<Live, "sendToPerson">;
  readonly hydrateMessages: HydrateMessages;
}

/** Keeps a message of a room that the caller is in; one that they have saved already stays as it is (rules-messages 36). */
export async function saveMessage(
  deps: SavedDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<SavedMessage> {
  const messageId = await keepMessage(deps, actor, address, async () => undefined);
  return requireSaved(deps, actor, messageId);
}

/** The same, and more about it in the same transaction; tells the caller's devices where something changed. */
export function keepMessage(
  deps: Pick<SavedDeps, "db" | "clock" | "live">,
  actor: Actor,
  address: MessageAddress,
  more: (tx: Tx, message: MessageRef) => Promise<unknown>,
): Promise<MessageId> {
  return readMessage(deps.db, actor, address, async (room, message) => {
    if (!isInRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
    if (message.isDeleted) throw new AppError("MESSAGE_DELETED");
    const ref = { roomId: room.id, messageId: message.id };
    await changeSaved(deps, actor, ref, async (tx) => {
      const isNew = await insertSaved(tx, { ...actor, ...ref }, deps.clock.now());
      const added = await more(tx, ref);
      return isNew || added !== undefined;
    });
    return message.id;
  });
}

/** Takes it out of what the caller keeps, with its reminder; again changes nothing. */
export async function unsaveMessage(
  deps: SavedDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<void> {
  await readMessage(deps.db, actor, address, async (room, { id: messageId }) => {
    if (!isInRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
    await take(deps, actor, { roomId: room.id, messageId });
  });
}

/** The same for one that the caller may not read any more: what they keep is theirs. */
export async function removeSaved(
  deps: SavedDeps,
  actor: Actor,
  messageId: MessageId,
): Promise<void> {
  const row = await findSavedRow(deps.db, actor, messageId);
  if (row) await take(deps, actor, row);
}

async function take(deps: SavedDeps, actor: Actor, message: MessageRef): Promise<void> {
  const { messageId } = message;
  await changeSaved(deps, actor, message, async (tx) => {
    await deleteReminderRow(tx, actor.userId, { messageId });
    return deleteSaved(tx, actor.userId, messageId);
  });
}

/** Note, status and reminder of one; MESSAGE_NOT_FOUND for what the caller has not saved. Whoever is done is not reminded any more. */
export async function updateSaved(
  deps: SavedDeps,
  actor: Actor,
  messageId: MessageId,
  { note, status, remindAt }: InputOf<"updateSaved">["body"],
): Promise<SavedMessage> {
  const line = note === undefined ? undefined : toLine(note, SAVED_NOTE_MAX);
  if (note !== undefined && line === undefined) throw notAllowed("note");
  const row = await findSavedRow(deps.db, actor, messageId);
  if (!row) throw new AppError("MESSAGE_NOT_FOUND");
  const now = deps.clock.now();
  await changeSaved(deps, actor, row, async (tx) => {
    await updateSavedRow(tx, { userId: actor.userId, messageId }, { note: line, status }, now);
    if (remindAt) await setReminder(tx, actor, { message: row, note: "", remindAt }, deps);
    else if (remindAt === null || status === "done")
      await deleteReminderRow(tx, actor.userId, { messageId });
    return true;
  });
  return requireSaved(deps, actor, messageId);
}

/** Those of a room that the caller may read, the last saved first. */
export async function listSavedOfRoom(
  deps: SavedDeps,
  actor: Actor,
  slug: string,
  { limit, skip }: InputOf<"listSavedOfRoom">["query"],
): Promise<ReplyOf<"listSavedOfRoom">> {
  const { id } = await requireReadableRoom(deps.db, actor, slug);
  const rows = await listRowsInRoom(deps.db, actor.userId, id, { limit, skip });
  const totalResults = await countInRoom(deps.db, actor.userId, id);
  const results = await toSavedMessages(deps, actor, rows);
  return { results, totalResults, hasMore: skip + rows.length < totalResults };
}

/** A page of those of the active workspace; CURSOR_INVALID for a cursor that is none of ours. */
export async function listSaved(
  deps: SavedDeps,
  actor: Actor,
  { status, cursor, limit }: InputOf<"listSaved">["query"],
): Promise<ReplyOf<"listSaved">> {
  const after = cursor === undefined ? undefined : fromCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const openCount = await countOpen(deps.db, actor);
  const found = await listSavedRows(deps.db, actor, { status, after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const nextCursor = found.length > limit && last ? toCursor(last) : null;
  return { results: await toSavedMessages(deps, actor, rows), nextCursor, openCount };
}

/** Of somebody who is gone. */
export function forgetSaved(tx: Tx, userId: UserId): Promise<void> {
  return deleteOfPerson(tx, userId);
}

/** Numbers a change that is one, and tells the person's devices what the message is to them now. */
async function changeSaved(
  { db, live }: Pick<SavedDeps, "db" | "live">,
  actor: Actor,
  { roomId, messageId }: MessageRef,
  change: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const { userId, workspaceId } = actor;
  const told = await runTransaction(db, async (tx) => {
    if (!(await change(tx))) return undefined;
    const rev = await numberPersonalEvent(tx, userId);
    // Behind the lock of the number: of two changes at once the second sees the first.
    if ((await countSaved(tx, userId)) > SAVED_MAX)
      throw new AppError("SAVED_LIMIT_REACHED", { max: SAVED_MAX });
    const row = await findSavedRow(tx, actor, messageId);
    return { rev, saved: row ? toMark(row) : null };
  });
  if (!told) return;
  const message = { messageId, roomId, saved: told.saved };
  tellSaved(live, userId, told.rev, { workspaceId, message });
}

/** Tells the devices of a person of a change that was numbered, after its commit. */
export function tellSaved(
  live: SavedDeps["live"],
  userId: UserId,
  rev: number,
  data: SavedChanged,
): void {
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event: "saved_changed", rev, data });
}

async function requireSaved(
  deps: SavedDeps,
  actor: Actor,
  messageId: MessageId,
): Promise<SavedMessage> {
  const row = await findSavedRow(deps.db, actor, messageId);
  const [saved] = row ? await toSavedMessages(deps, actor, [row]) : [];
  if (!saved) throw new AppError("MESSAGE_NOT_FOUND");
  return saved;
}

/** The rooms are judged after their messages were read: what came after a removal is not for this person. */
async function toSavedMessages(
  { db, hydrateMessages }: Pick<SavedDeps, "db" | "hydrateMessages">,
  actor: Actor,
  rows: readonly SavedRow[],
): Promise<SavedMessage[]> {
  const refs = rows.map(({ roomId, slug, messageId: id }) => ({ room: { id: roomId, slug }, id }));
  const messages = await hydrateMessages(db, refs);
  const slugs = [...new Set(rows.map(({ slug }) => slug))];
  const rooms = new Map((await findRooms(db, actor, slugs)).map((room) => [room.id, room]));
  return rows.map((row) => toSavedMessage(row, rooms.get(row.roomId), messages));
}
