import { isDeepStrictEqual } from "node:util";
import type { OwnVote, Poll, ReplyOf } from "@colbin/protocol";
import { readBehind, type MessageAddress } from "#server/features/messages/messages.access.ts";
import type { MessageRow } from "#server/features/messages/messages.service.ts";
import {
  requireActive,
  requireOwnPlace,
  requireReach,
} from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { listChosen, lockPoll, updateVote } from "./polls.queries.ts";
import { toPlaces } from "./polls.rules.ts";
import { pollPart, toOwnVote } from "./polls.view.ts";
import { TELL_REST_MS, type PollTelling } from "./telling.service.ts";

export interface VoteDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly live: Pick<Live, "sendToPerson">;
  readonly pollTelling: Pick<PollTelling, "note">;
}

/**
 * Votes in a poll, instead of an earlier vote of the caller, whatever their level in the room; without options the vote is withdrawn
 * (rules-messages 44). Votes wait for those of the same poll alone, and not for the room's lock: the room is told of them together.
 */
export async function votePoll(
  deps: VoteDeps,
  actor: Actor,
  { slug, id }: MessageAddress,
  optionIds: readonly string[],
): Promise<ReplyOf<"votePoll">> {
  const { message, vote, tellAt } = await runTransaction(deps.db, (tx) => {
    const requireRoom = () => requireOwnPlace(tx, actor, slug);
    // Judged again after the vote: somebody who was taken out meanwhile has not voted.
    return readBehind(tx, requireRoom, id, async (room, row) => {
      requireActive(room);
      requireReach(room);
      return { message: row, ...(await write(deps, tx, { actor, message: row, optionIds })) };
    });
  });
  const { roomId, id: messageId } = message;
  if (tellAt) {
    const data = { roomId, messageId, ownVote: vote };
    deps.live.sendToPerson(actor.userId, {
      type: "SERVER_PERSONAL_EVENT",
      event: "poll_voted",
      data,
    });
    deps.pollTelling.note(message, tellAt);
  }
  return { messageId, poll: await readPoll(deps.db, message), ownVote: vote };
}

/** What the caller has voted for by this; without tellAt nothing has changed. */
async function write(
  { clock }: VoteDeps,
  tx: Tx,
  {
    actor: { userId },
    message,
    optionIds,
  }: {
    readonly actor: Actor;
    readonly message: MessageRow;
    readonly optionIds: readonly string[];
  },
): Promise<{ readonly vote: OwnVote; readonly tellAt?: Date }> {
  if (message.isDeleted) throw new AppError("MESSAGE_DELETED");
  const poll = await lockPoll(tx, message);
  if (!poll) throw new AppError("MESSAGE_NOT_FOUND");
  const now = clock.now();
  if (poll.isClosed || (poll.closesAt && poll.closesAt <= now)) throw new AppError("POLL_CLOSED");
  const places = toPlaces(optionIds, poll);
  if (!places) throw new AppError("POLL_OPTION_INVALID");
  if (isDeepStrictEqual(places, await listChosen(tx, message, userId)))
    return { vote: toOwnVote(places, poll.version) };
  const written = await updateVote(tx, message, { userId, places, now, restMs: TELL_REST_MS });
  return { vote: toOwnVote(places, written.version), tellAt: written.tellAt };
}

async function readPoll(db: Db, message: MessageRow): Promise<Poll> {
  const poll = (await pollPart.load(db, [message])).get(message.id);
  // It was deleted a moment ago.
  if (!poll) throw new AppError("MESSAGE_DELETED");
  return poll;
}
