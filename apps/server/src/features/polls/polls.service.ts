import type { PollInput } from "@colbin/protocol";
import { notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { closeDueJob } from "./kinds.jobs.ts";
import { lockPoll, type MessageKey } from "./polls.queries.ts";
import { mayCloseAt, toOptions } from "./polls.rules.ts";

/* What sends, edits and forwards of messages have to know of polls. */

/** Of a message that has a poll, in `messages.parts`. */
export const POLL_BIT = 128;

export interface PollSendDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
}

/**
 * The poll of a message that is sent, as it is stored; VALIDATION_ERROR for options that say nothing or the same, and for a time of closing
 * that is no more a minute ahead or too far away, unless the send repeats one that was in time.
 */
export async function requirePoll(
  { clock }: PollSendDeps,
  poll: PollInput,
  isRepeated: () => Promise<boolean>,
): Promise<PollInput> {
  const options = toOptions(poll);
  if (!options) throw notAllowed("metadata.poll.options");
  const { closesAt } = poll;
  const isInTime = closesAt === undefined || mayCloseAt(new Date(closesAt), clock.now());
  if (!isInTime && !(await isRepeated())) throw notAllowed("metadata.poll.closesAt");
  return { ...poll, options };
}

/** After the commit of the message: a poll for which no job was left is found by the look of every minute. */
export async function leaveClosing(
  { db, jobs }: PollSendDeps,
  poll: PollInput | undefined,
): Promise<void> {
  if (poll?.closesAt === undefined) return;
  const startAfter = new Date(poll.closesAt);
  await jobs.enqueue(db, closeDueJob, {}, { startAfter }).catch(() => undefined);
}

/** Is the message a poll for which somebody has voted? Nobody votes until the transaction ends (rules-messages 15). */
export async function hasVotes(
  tx: Tx,
  message: MessageKey & { readonly parts: number },
): Promise<boolean> {
  if ((message.parts & POLL_BIT) === 0) return false;
  return (await lockPoll(tx, message))?.hasVotes ?? false;
}
