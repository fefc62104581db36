import { chosenBy, type CurrentUser, type Poll } from "@colbin/protocol";
import { withOwnVote } from "../reducers/polls.ts";
import { callOptions, type CommandKind } from "./command-kind.ts";

export const voteCommand: CommandKind<"vote"> = {
  /** The room hears of votes later, and together: what the answer tells is shown until then. */
  async try(entry, { call, store }) {
    const { roomId, sessionRoomSlug: slug, messageId, optionIds } = entry;
    const request = { params: { slug, id: messageId }, body: { optionIds: [...optionIds] } };
    const { poll, ownVote } = await call("votePoll", request, callOptions(entry));
    store.update((state) => withOwnVote(state, { roomId, messageId, ownVote, poll }));
    return undefined;
  },
  show(message, { optionIds, userId }, { currentUser }) {
    const { poll, personal } = message;
    if (!poll || poll.isClosed) return message;
    const before = chosenBy(poll, personal?.ownVote, userId);
    const changed = voted(poll, before, optionIds, currentUser);
    // Ahead of all that the server has told.
    const ownVote = { optionIds: [...optionIds], version: Number.MAX_SAFE_INTEGER };
    return { ...message, poll: changed, personal: { ...personal, ownVote } };
  },
  keepsText: false,
};

/** The poll as it will be once this person has chosen otherwise. */
function voted(
  poll: Poll,
  before: readonly string[],
  after: readonly string[],
  me: CurrentUser | null,
): Poll {
  const options = poll.options.map((option) => {
    const [was, is] = [before, after].map((ids) => ids.includes(option.id));
    if (was === is || !me) return option;
    const others = option.voters?.filter(({ userId }) => userId !== me.id);
    const own = { userId: me.id, fullName: me.fullName, avatar_url: me.avatar_url };
    const voters = others && (is ? [...others, own] : others);
    return { ...option, votes: option.votes + (is ? 1 : -1), ...(voters && { voters }) };
  });
  const more = Number(after.length > 0) - Number(before.length > 0);
  return { ...poll, options, voterCount: poll.voterCount + more };
}
