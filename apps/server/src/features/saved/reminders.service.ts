import {
  REMINDER_NOTE_MAX,
  toLine,
  type InputOf,
  type Reminder,
  type ReplyOf,
  type RoomId,
} from "@colbin/protocol";
import type { MessageAddress } from "#server/features/messages/messages.access.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import {
  findRoom,
  getRoomAddress,
  mayReadRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { remindDueJob } from "./kinds.jobs.ts";
import {
  deleteReminderRow,
  findDue,
  listReminderRows,
  updateToNext,
  type ReminderRow,
} from "./reminders.queries.ts";
import { setReminder } from "./reminding.service.ts";
import { findSavedRow } from "./saved.queries.ts";
import { keepMessage, tellSaved, type SavedDeps } from "./saved.service.ts";
import { toMark, toReminder } from "./saved.view.ts";

type ReminderDeps = Pick<SavedDeps, "db" | "clock" | "jobs" | "live">;

/** Reminds the caller of a message, which is saved by it; again changes the time (rules-messages 37). */
export async function remindOfMessage(
  deps: ReminderDeps,
  actor: Actor,
  address: MessageAddress,
  { note = "", ...when }: InputOf<"remindOfMessage">["body"],
): Promise<Reminder> {
  const line = requireLine(note);
  const made: ReminderRow[] = [];
  await keepMessage(deps, actor, address, async (tx, message) => {
    made.push(await setReminder(tx, actor, { ...when, message, note: line }, deps));
    return made;
  });
  const [row] = made;
  if (!row) throw new Error("A message that is kept has its reminder");
  return toReminder(row);
}

/** Reminds the caller of a note. */
export async function createReminder(
  deps: ReminderDeps,
  actor: Actor,
  { note, ...when }: InputOf<"createReminder">["body"],
): Promise<Reminder> {
  const line = requireLine(note);
  if (line === "") throw notAllowed("note");
  const { row, rev } = await runTransaction(deps.db, async (tx) => ({
    row: await setReminder(tx, actor, { ...when, message: null, note: line }, deps),
    rev: await numberPersonalEvent(tx, actor.userId),
  }));
  tellSaved(deps.live, actor.userId, rev, { workspaceId: actor.workspaceId, message: null });
  return toReminder(row);
}

/** Those that have not come yet, in the active workspace. */
export async function listReminders(
  { db }: Pick<ReminderDeps, "db">,
  { userId, workspaceId }: Actor,
): Promise<ReplyOf<"listReminders">> {
  const rows = await listReminderRows(db, userId, workspaceId);
  return { results: rows.map(toReminder) };
}

/** Reminds of it no more; REMINDER_NOT_FOUND for one that the caller does not have. */
export async function deleteReminder(
  { db, live }: ReminderDeps,
  { userId }: Actor,
  id: string,
): Promise<void> {
  const gone = await runTransaction(db, async (tx) => {
    const row = await deleteReminderRow(tx, userId, { id });
    if (!row) throw new AppError("REMINDER_NOT_FOUND");
    return { row, ...(await numbered(tx, row)) };
  });
  tellReminder(live, gone);
}

/**
 * Tells people what they wanted to be reminded of by now, each in a transaction of its own, once, whatever falls over in between. What
 * is about a room that its person may not read any more is dropped.
 */
export async function remindDue(deps: ReminderDeps): Promise<void> {
  for (;;) {
    const done = await runTransaction(deps.db, (tx) => remindNext(tx, deps));
    if (!done) return;
    tellReminder(deps.live, done);
  }
}

async function remindNext(
  tx: Tx,
  deps: Pick<SavedDeps, "clock" | "jobs">,
): Promise<Told | undefined> {
  const now = deps.clock.now();
  const row = await findDue(tx, now);
  if (!row) return undefined;
  const { id, userId, workspaceId, note, roomId, messageId, repeat } = row;
  const room = roomId === null ? undefined : await findReadable(tx, row, roomId);
  const isLost = roomId !== null && !room;
  if (isLost || repeat === null) await deleteReminderRow(tx, userId, { id });
  else {
    const startAfter = await updateToNext(tx, id, now);
    await deps.jobs.enqueue(tx, remindDueJob, {}, { startAfter });
  }
  if (!isLost) {
    const about =
      room && messageId !== null
        ? { roomId: room.id, messageId, sessionRoomSlug: room.slug, title: room.shownTitle }
        : {};
    const facts = { workspaceId, note, ...about };
    const cause = `${id} ${row.dueAt.toISOString()}`;
    await notify(tx, deps, { type: "REMINDER_DUE", userId, actorId: null, facts, cause });
  }
  return { row, ...(await numbered(tx, row)) };
}

/** The room, unless its person lost it. */
async function findReadable(
  tx: Tx,
  { userId, workspaceId }: ReminderRow,
  roomId: RoomId,
): Promise<RoomRow | undefined> {
  const { slug } = await getRoomAddress(tx, roomId);
  const room = await findRoom(tx, { userId, workspaceId, boundRoomId: null }, slug);
  return room && mayReadRoom(room) ? room : undefined;
}

interface Told {
  readonly row: ReminderRow;
  readonly rev: number;
  readonly saved: Parameters<typeof toMark>[0] | undefined;
}

async function numbered(
  tx: Tx,
  { userId, workspaceId, messageId }: ReminderRow,
): Promise<Omit<Told, "row">> {
  const rev = await numberPersonalEvent(tx, userId);
  const saved =
    messageId === null ? undefined : await findSavedRow(tx, { userId, workspaceId }, messageId);
  return { rev, saved };
}

function tellReminder(live: ReminderDeps["live"], { row, rev, saved }: Told): void {
  const { userId, workspaceId, messageId, roomId } = row;
  const message =
    messageId === null || roomId === null
      ? null
      : { messageId, roomId, saved: saved ? toMark(saved) : null };
  tellSaved(live, userId, rev, { workspaceId, message });
}

function requireLine(note: string): string {
  const line = toLine(note, REMINDER_NOTE_MAX);
  if (line === undefined) throw notAllowed("note");
  return line;
}
