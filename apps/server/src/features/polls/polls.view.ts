import { toOptionId, type OwnVote, type Poll, type Replier } from "@colbin/protocol";
import type { MessagePart, ReaderPart } from "#server/features/messages/messages.service.ts";
import { deletePoll, listOwnVotes, listPolls, lockPoll, type PollRow } from "./polls.queries.ts";

/** A poll with its results as they are at the moment of reading. */
export const pollPart: MessagePart<Poll> = {
  bit: 128,
  async load(db, rows) {
    const polls = await listPolls(db, rows);
    return new Map(polls.map((row) => [row.messageId, toPoll(row)]));
  },
  /** The question of those who have voted stays what it was (rules-messages 15). */
  isFixed: async (tx, message) => (await lockPoll(tx, message))?.hasVotes ?? false,
  erase: ({ tx }, _room, { roomId, id }) => deletePoll(tx, { roomId, id }),
};

export const ownVotePart: ReaderPart<OwnVote> = {
  needs: ({ poll }) => poll !== undefined,
  async load(db, userId, messages) {
    const votes = await listOwnVotes(db, userId, messages);
    return new Map(
      votes.map(({ messageId, places, version }) => [messageId, toOwnVote(places, version)]),
    );
  },
};

/** The choice of a person, as the places of the options, from 1 on. */
export function toOwnVote(places: readonly number[], version: number): OwnVote {
  return { optionIds: places.map((place) => toOptionId(place - 1)), version };
}

function toPoll({
  options,
  counts,
  named,
  isAnonymous,
  isMultiple,
  closesAt,
  ...row
}: PollRow): Poll {
  const { voterCount, isClosed, version } = row;
  const byOption = Map.groupBy(named, ({ option }) => option);
  return {
    options: options.map((text, index) => {
      const voters = byOption.get(index + 1) ?? [];
      return {
        id: toOptionId(index),
        text,
        votes: counts[index + 1] ?? 0,
        ...(!isAnonymous && { voters: voters.map(toVoter) }),
      };
    }),
    multiple: isMultiple,
    anonymous: isAnonymous,
    voterCount,
    isClosed,
    closesAt: closesAt?.toISOString() ?? null,
    version,
  };
}

function toVoter({ userId, fullName, avatar_url }: Replier): Replier {
  return { userId, fullName, avatar_url };
}
