import { appendEvent, type Changes } from "#server/features/log/log.service.ts";
import { messageEditedKind } from "#server/features/messages/messages.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { actOnEach, readDue } from "#server/platform/jobs/each.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { findUntold, listUntold, updateTold, type Due, type MessageKey } from "./polls.queries.ts";
import { pollPart } from "./polls.view.ts";

/** A room hears of the votes of one poll no oftener than this (rules-messages 45). */
export const TELL_REST_MS = 1_000;
/** Votes that are told so late were taken by a process that ended before it told of them. */
const LATE_MS = 5_000;

export interface TellingDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly log: Pick<Logger, "warn">;
}

/** Tells rooms of votes. */
export interface PollTelling {
  /** A vote is committed, and the room is to be told then of all until then. */
  note(poll: MessageKey, at: Date): void;
  close(): void;
}

/**
 * When a room is told of a poll stands in its row, so that several processes tell it no oftener than one. Each that takes a vote has a timer
 * for that moment; the first one tells, and the others find nothing to do.
 */
export function createPollTelling(deps: TellingDeps): PollTelling {
  const timers = new Map<string, NodeJS.Timeout>();
  async function tell(poll: MessageKey): Promise<void> {
    timers.delete(poll.id);
    try {
      const untold = await findUntold(deps.db, poll);
      if (!untold) return;
      // A timer may ring a moment too early, and other processes have other clocks.
      if (untold.dueAt > deps.clock.now()) note(poll, untold.dueAt);
      else await tellVotes(deps, untold);
    } catch (error) {
      deps.log.warn({ err: error }, "A room is told of votes by the look of every minute");
    }
  }
  function note({ roomId, id }: MessageKey, at: Date): void {
    if (timers.has(id)) return;
    const inMs = Math.max(0, at.getTime() - deps.clock.now().getTime());
    timers.set(id, setTimeout(() => void tell({ roomId, id }), inMs).unref());
  }
  return {
    note,
    close() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}

/** Tells the room of the votes in a poll, where that is due, by the message as it is now: nothing of it counts as edited or unread. */
async function tellVotes(
  { clock, changes }: Pick<TellingDeps, "clock" | "changes">,
  { authorId: actorId, ...poll }: Due,
): Promise<void> {
  await changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, actorId, poll.roomId);
    if (!(await updateTold(change.tx, poll, clock.now(), pollPart.bit))) return;
    await appendEvent(change, room, messageEditedKind, { actorId, messageId: poll.id, facts: {} });
  });
}

/** Tells of the votes that are late, whatever process took them. */
export function tellLate(deps: Pick<TellingDeps, "db" | "clock" | "changes">): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - LATE_MS);
  return actOnEach(
    readDue<Due>((after, limit) => listUntold(deps.db, before, after, limit)),
    (poll) => tellVotes(deps, poll),
  );
}
