import { isLeadingLevel, type ReplyOf } from "@colbin/protocol";
import { appendEvent, type Change, type RoomAddress } from "#server/features/log/log.service.ts";
import {
  changeMessage,
  type MessageAddress,
  type MessageChangeDeps,
} from "#server/features/messages/messages.access.ts";
import { appendSystemLine, messageEditedKind } from "#server/features/messages/messages.service.ts";
import { requireLockedRoom, requireReach } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { actOnEach, readDue } from "#server/platform/jobs/each.ts";
import { listClosing, updateClosed, type Due, type MessageKey } from "./polls.queries.ts";
import { pollPart } from "./polls.view.ts";

export interface CloseDeps extends MessageChangeDeps {
  readonly clock: Clock;
}

/**
 * Closes a poll, for its author or those who lead the room, with a line that tells it; again changes nothing and has no seq (rules-messages
 * 44, 45).
 */
export async function closePoll(
  deps: CloseDeps,
  actor: Actor,
  address: MessageAddress,
): Promise<ReplyOf<"closePoll">> {
  return changeMessage(deps, actor, address, async ({ room, message, show, ...change }) => {
    requireReach(room);
    if (message.isDeleted) throw new AppError("MESSAGE_DELETED");
    if ((message.parts & pollPart.bit) === 0) throw new AppError("MESSAGE_NOT_FOUND");
    const { userId, fullName: name } = actor;
    if (message.authorId !== userId && !isLeadingLevel(room.accessLevel))
      throw new AppError("ACCESS_LEVEL_TOO_LOW");
    const closing = { actorId: userId, now: deps.clock.now(), name };
    const seq = await close(change, room, message, closing);
    const { poll, id: messageId } = await show({
      ...message,
      ...(seq !== undefined && { stateSeq: seq }),
    });
    if (!poll) throw new Error("A message with a poll shows it");
    return { messageId, poll, ...(seq !== undefined && { seq }) };
  });
}

/** Returns the seq of the event that tells it; undefined where it was closed. The change holds the room's lock. */
async function close(
  change: Change,
  room: RoomAddress,
  poll: MessageKey,
  closing: {
    readonly actorId: Actor["userId"];
    readonly now: Date;
    /** Of the one who closes it; without one its time is over. */
    readonly name?: string;
  },
): Promise<number | undefined> {
  const { actorId, now, name } = closing;
  if (!(await updateClosed(change.tx, poll, now, pollPart.bit))) return undefined;
  const event = { actorId, messageId: poll.id, facts: {} };
  const seq = await appendEvent(change, room, messageEditedKind, event);
  const line =
    name === undefined
      ? { content: "A poll has closed" }
      : { content: `${name} closed a poll`, values: { name } };
  await appendSystemLine(change, room, { userId: actorId }, { kind: "poll_closed", ...line });
  return seq;
}

/**
 * Closes the polls whose time is over; those of an archived room, where nobody votes, once it is active again. Several servers may do so at
 * the same time.
 */
export function closeDue({
  db,
  clock,
  changes,
}: Pick<CloseDeps, "db" | "clock" | "changes">): Promise<void> {
  const now = clock.now();
  return actOnEach(
    readDue<Due>((after, limit) => listClosing(db, now, after, limit)),
    ({ authorId: actorId, ...poll }) =>
      changes.run(async (change) => {
        const room = await requireLockedRoom(change.tx, actorId, poll.roomId);
        if (room.status === "ACTIVE") await close(change, room, poll, { actorId, now });
      }),
  );
}
