import { newerPoll, type MessageId, type OwnVote, type Poll, type RoomId } from "@colbin/protocol";
import type { ChatState } from "../chat-state.ts";
import { withLoaded } from "./messages.ts";

interface Vote {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
  readonly ownVote: OwnVote;
  /** The poll with it. */
  readonly poll?: Poll;
}

/** The own vote, as the server has it, in a loaded message; one that is older than the known one changes nothing. */
export function withOwnVote(
  state: ChatState,
  { roomId, messageId, ownVote, poll }: Vote,
): ChatState {
  return withLoaded(state, roomId, messageId, (known) => {
    if (!known.poll) return known;
    const before = known.personal?.ownVote;
    const isOlder = before !== undefined && before.version > ownVote.version;
    const personal = isOlder ? known.personal : { ...known.personal, ownVote };
    const shown = poll ? newerPoll(known.poll, poll) : known.poll;
    return { ...known, poll: shown, ...(personal && { personal }) };
  });
}
