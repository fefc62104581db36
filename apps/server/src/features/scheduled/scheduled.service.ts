import { randomUUIDv7 } from "node:crypto";
import {
  SCHEDULE_AHEAD_MAX_MS,
  SCHEDULE_AHEAD_MIN_MS,
  SCHEDULED_MAX,
  type InputOf,
  type ReplyOf,
  type ScheduledMessage,
  type UserId,
} from "@colbin/protocol";
import { requireSendableRoom } from "#server/features/messages/messages.access.ts";
import { judgeContent } from "#server/features/messages/messages.service.ts";
import { numberPersonalEvent } from "#server/features/personal-events/personal-events.service.ts";
import { findRooms, maySeeRoom, type FoundRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { sendDueJob } from "./kinds.jobs.ts";
import {
  countOwn,
  deleteOfPerson,
  deleteScheduled,
  findByClientId,
  insertScheduled,
  listOwn,
  updateScheduled,
  type ScheduledRow,
} from "./scheduled.queries.ts";
import { toScheduledMessage } from "./scheduled.view.ts";

export interface ScheduleDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly live: Pick<Live, "sendToPerson">;
  readonly messageMaxChars: number;
}

/** Those of the caller in the active workspace, as far as they have not been sent. */
export async function listScheduledMessages(
  { db }: Pick<ScheduleDeps, "db">,
  actor: Actor,
): Promise<ReplyOf<"listScheduledMessages">> {
  return { results: await show(db, actor, await listOwn(db, actor)) };
}

async function show(
  db: Db,
  actor: Actor,
  rows: readonly ScheduledRow[],
): Promise<ScheduledMessage[]> {
  const rooms = await listSeenRooms(db, actor, rows);
  return rows.map((row) => toScheduledMessage(row, rooms.get(row.slug ?? "")));
}

/** By address: the rooms of these messages, as far as their author sees them. */
export async function listSeenRooms(
  db: Db,
  { userId, workspaceId }: Pick<ScheduledRow, "userId" | "workspaceId">,
  rows: readonly Pick<ScheduledRow, "slug">[],
): Promise<Map<string, FoundRoom>> {
  const slugs = rows.flatMap(({ slug }) => slug ?? []);
  const rooms = await findRooms(db, { userId, workspaceId, boundRoomId: null }, slugs);
  return new Map(rooms.filter(maySeeRoom).map((room) => [room.askedAs, room]));
}

/**
 * Keeps a message until its time (rules-messages 38). The room is the one that the address leads to now, whatever its address is then.
 * The same clientMessageId again returns the first one; with another content or room it is IDEMPOTENCY_CONFLICT.
 */
export async function scheduleMessage(
  deps: ScheduleDeps,
  actor: Actor,
  { sessionRoomSlug, sendAt: at, ...input }: InputOf<"scheduleMessage">["body"],
): Promise<ScheduledMessage> {
  const content = requireContent(deps, input.content, input);
  const sendAt = requireMoment(deps, at);
  const isOfRoom = input.threadId === undefined || input.alsoSendToRoom;
  const level = isOfRoom ? "WRITE" : "COMMENT";
  const room = await requireSendableRoom(deps.db, actor, sessionRoomSlug, level);
  const { userId, workspaceId } = actor;
  const id = randomUUIDv7();
  const row = await change(deps, actor, async (tx) => {
    const count = await countOwn(tx, userId);
    const first = await findByClientId(tx, userId, input.clientMessageId);
    if (first) return first;
    if (count >= SCHEDULED_MAX)
      throw new AppError("SCHEDULE_LIMIT_REACHED", { max: SCHEDULED_MAX });
    await deps.jobs.enqueue(tx, sendDueJob, {}, { startAfter: sendAt });
    const threadId = input.threadId ?? null;
    const place = { id, userId, workspaceId, roomId: room.id, threadId };
    return insertScheduled(tx, { ...input, ...place, content, sendAt });
  });
  if (row.roomId !== room.id || row.content !== content) throw new AppError("IDEMPOTENCY_CONFLICT");
  return toScheduledMessage(row, room);
}

/**
 * Changes a message that is not being sent: else SCHEDULED_NOT_FOUND. Whether it may be sent is judged at its time, so that a text can be
 * changed in a room that is closed at the moment.
 */
export async function changeScheduledMessage(
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  edit: InputOf<"updateScheduledMessage">["body"],
): Promise<ScheduledMessage> {
  const content =
    edit.content === undefined
      ? undefined
      : requireContent(deps, edit.content, { type: "text", metadata: {} });
  const sendAt = edit.sendAt === undefined ? undefined : requireMoment(deps, edit.sendAt);
  const row = await change(deps, actor, async (tx) => {
    const changed = await updateScheduled(tx, actor, id, { content, sendAt });
    if (!changed) throw new AppError("SCHEDULED_NOT_FOUND");
    if (sendAt) await deps.jobs.enqueue(tx, sendDueJob, {}, { startAfter: sendAt });
    return changed;
  });
  const [shown] = await show(deps.db, actor, [row]);
  if (!shown) throw new Error("A row is shown as one message");
  return shown;
}

/** It is never sent. One that is being sent is SCHEDULED_NOT_FOUND. */
export async function removeScheduledMessage(
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
): Promise<void> {
  await change(deps, actor, async (tx) => {
    if (!(await deleteScheduled(tx, actor, id))) throw new AppError("SCHEDULED_NOT_FOUND");
  });
}

/** Of somebody who is gone. */
export function forgetScheduledMessages(tx: Tx, userId: UserId): Promise<void> {
  return deleteOfPerson(tx, userId);
}

/** Changes messages of a person in one transaction; their devices read the list again. */
export async function change<T>(
  { db, live }: Pick<ScheduleDeps, "db" | "live">,
  { userId, workspaceId }: Pick<ScheduledRow, "userId" | "workspaceId">,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { result, rev } = await runTransaction(db, async (tx) => ({
    result: await work(tx),
    rev: await numberPersonalEvent(tx, userId),
  }));
  const event = "scheduled_changed";
  live.sendToPerson(userId, { type: "SERVER_PERSONAL_EVENT", event, rev, data: { workspaceId } });
  return result;
}

function requireContent(
  { messageMaxChars }: ScheduleDeps,
  content: string,
  { type, metadata }: Pick<ScheduledRow, "type" | "metadata">,
): string {
  const verdict = judgeContent(content, type, messageMaxChars, metadata);
  if (!verdict.ok) throw new AppError(verdict.code, verdict.details);
  return verdict.content;
}

function requireMoment({ clock }: ScheduleDeps, sendAt: string): Date {
  const at = new Date(sendAt);
  const aheadMs = at.getTime() - clock.now().getTime();
  if (aheadMs < SCHEDULE_AHEAD_MIN_MS || aheadMs > SCHEDULE_AHEAD_MAX_MS)
    throw notAllowed("sendAt");
  return at;
}
