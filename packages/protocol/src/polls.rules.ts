import type { UserId } from "./kernel/ids.ts";
import type { OwnVote, Poll, PollInput } from "./polls.fields.ts";

/** The id of an option is its place, from 1 on: nothing changes the options of a poll. */
export function toOptionId(place: number): string {
  return `${place + 1}`;
}

/** A poll for which nobody has voted. */
export function toNewPoll({ options, multiple, anonymous, closesAt }: PollInput): Poll {
  return {
    options: options.map((text, place) => ({
      id: toOptionId(place),
      text,
      votes: 0,
      ...(!anonymous && { voters: [] }),
    })),
    multiple,
    anonymous,
    voterCount: 0,
    isClosed: false,
    closesAt: closesAt ?? null,
    version: 0,
  };
}

/** Are all votes of the poll named? Then the lists tell a reader what is theirs. */
function isNamed({ options }: Poll): boolean {
  return options.every(({ votes, voters }) => voters?.length === votes);
}

/** The options for which this person has voted, by the newer one of what the poll says and what they were told alone. */
export function chosenBy(
  poll: Poll,
  own: OwnVote | undefined,
  userId: UserId | undefined,
): readonly string[] {
  if (!isNamed(poll) || (own && own.version > poll.version)) return own?.optionIds ?? [];
  const isOwn = (option: Poll["options"][number]): boolean =>
    option.voters?.some((voter) => voter.userId === userId) ?? false;
  return poll.options.filter(isOwn).map(({ id }) => id);
}

/** The newer one of two copies of a poll. */
export function newerPoll(known: Poll, other: Poll): Poll {
  return other.version < known.version ? known : other;
}
