import { SCHEDULED_LATE_MAX_MS, type ReplyOf } from "@colbin/protocol";
import {
  hasSent,
  sendMessage,
  type SendDeps,
  type Sender,
} from "#server/features/messages/messages.service.ts";
import type { ParticipantDeps } from "#server/features/participants/participants.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Logger } from "#server/platform/log/log.ts";
import {
  claimDue,
  claimOne,
  deleteSent,
  updateRefused,
  type ClaimedRow,
} from "./scheduled.queries.ts";
import { change, listSeenRooms, type ScheduleDeps } from "./scheduled.service.ts";

/*
 * A server takes a message for itself before it sends it: from then on its author changes and deletes it no more, and no other server
 * takes it. Where the server ends in between, another one takes it again after a while; the message goes out once all the same, by its
 * clientMessageId.
 */

export type SendingDeps = ScheduleDeps &
  SendDeps & {
    readonly log: Pick<Logger, "warn">;
    readonly pushRooms: ParticipantDeps["pushRooms"];
  };

/** Longer than a send can take, its waiting for locks and the database included. */
const LEFT_AFTER_MS = 60_000;
/** Taken at once. */
const PORTION = 200;

/** Sends all that is due; what fails is told to its author. Several servers may do so at the same time. */
export async function sendDue(deps: SendingDeps): Promise<void> {
  for (;;) {
    const now = deps.clock.now();
    const leftBefore = new Date(now.getTime() - LEFT_AFTER_MS);
    const due = await claimDue(deps.db, { now, leftBefore, limit: PORTION });
    // Those of one room go out in the order of their times.
    const rooms = Map.groupBy(due, ({ roomId }) => roomId);
    await Promise.all([...rooms.values()].map((rows) => sendInOrder(deps, rows)));
    if (due.length < PORTION) return;
  }
}

async function sendInOrder(deps: SendingDeps, rows: readonly ClaimedRow[]): Promise<void> {
  for (const row of rows) {
    try {
      await sendOrFail(deps, row);
    } catch (error) {
      // Its outcome is not known: it is taken again.
      deps.log.warn({ err: error, scheduledId: row.id }, "A scheduled message is tried again");
    }
  }
}

async function sendOrFail(deps: SendingDeps, row: ClaimedRow): Promise<void> {
  const isLate = deps.clock.now().getTime() - row.sendAt.getTime() > SCHEDULED_LATE_MAX_MS;
  try {
    if (!isLate) await send(deps, row);
    else if (!(await hasSent(deps.db, row))) throw new AppError("SCHEDULED_TOO_LATE");
    await end(deps, row);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await fail(deps, row, error);
  }
}

/** By the service of every send, in which all rights are judged. */
async function send(deps: SendingDeps, row: ClaimedRow): Promise<ReplyOf<"sendMessage">> {
  const { slug: roomSlug } = row;
  if (roomSlug === null) throw new AppError("ROOM_NOT_FOUND");
  // Guests schedule nothing, so nobody of them sends here.
  const sender: Sender = { ...row, boundRoomId: null, instanceRole: "USER" };
  const input = {
    ...row,
    roomSlug,
    threadId: row.threadId ?? undefined,
    isScheduled: true,
  } as const;
  return sendMessage(deps, sender, input);
}

/** The message is in the room. How far its author has read there is told as well: a device may know of less when it hears of the message. */
async function end(deps: SendingDeps, row: ClaimedRow): Promise<void> {
  await change(deps, row, (tx) => deleteSent(tx, row.id));
  if (row.roomId !== null) await deps.pushRooms(row, [row.roomId]);
}

/** Nothing was written, and trying again would not help. */
function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.status < 500 && error.code !== "RATE_LIMITED";
}

async function fail(
  deps: SendingDeps,
  row: ClaimedRow,
  { code, message }: AppError,
): Promise<void> {
  const { id: scheduledId, userId, workspaceId, slug, sendAt } = row;
  await change(deps, row, async (tx) => {
    const room = (await listSeenRooms(tx, row, [row])).get(slug ?? "");
    await updateRefused(tx, row, { state: "failed", sendAt, failure: code });
    await notify(tx, deps, {
      type: "SCHEDULED_MESSAGE_FAILED",
      userId,
      actorId: null,
      facts: {
        workspaceId,
        scheduledId,
        title: room?.shownTitle ?? null,
        reason: code,
        reasonText: message,
      },
    });
  });
}

/** Sends a message of the caller at once; where that is refused, it stays as it was, and the refusal is the answer. */
export async function sendNow(
  deps: SendingDeps,
  actor: Actor,
  id: string,
): Promise<ReplyOf<"sendScheduledMessage">> {
  const row = await claimOne(deps.db, actor, id, deps.clock.now());
  if (!row) throw new AppError("SCHEDULED_NOT_FOUND");
  try {
    const sent = await send(deps, row);
    await end(deps, row);
    return sent;
  } catch (error) {
    if (isRefusal(error)) {
      const { wasState: state, wasSendAt: sendAt } = row;
      const failure = state === "failed" ? error.code : null;
      await change(deps, row, (tx) => updateRefused(tx, row, { state, sendAt, failure }));
    }
    throw error;
  }
}
