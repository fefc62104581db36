import { addressOf } from "@colbin/client";
import { LIST_PAGE_MAX, type RoomId, type UserId } from "@colbin/protocol";
import { scoreOf } from "#web/features/palette/match.ts";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SEARCH_PAUSE_MS, useSettled } from "#web/lib/react/use-settled.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { learnWord } from "./mention-words.ts";
import { noteOutsider } from "./outsiders.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";
import { useWildcards } from "./use-wildcards.tsx";

/**
 * The others in the room, everybody at once, and behind them people of the workspace. The people of a room of one page are read once;
 * in a larger one, and in the workspace, the server looks for the name once the person pauses.
 */
export function PeopleSuggestions({ roomId, ...props }: SourceProps) {
  const { name } = props.token;
  const people = usePeople(roomId, name);
  const wildcards = useWildcards(roomId, name);
  const entries = [...people.inRoom, ...wildcards, ...people.outside].slice(0, SUGGESTIONS_MAX);
  return <SuggestionList {...props} label={t(suggestionTexts.people)} entries={entries} />;
}

interface Candidate {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly avatar_url?: string | null;
}

function usePeople(roomId: RoomId, name: string) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const isLarge = (room?.memberCount ?? 0) > LIST_PAGE_MAX;
  const slug = useStore(chat.store, (state) => addressOf(state, roomId));
  const wanted = useSettled(name, SEARCH_PAUSE_MS);
  const search = isLarge && wanted !== "" && { search: wanted };
  const query = { page: 1, limit: LIST_PAGE_MAX, ...search };
  const { data } = useCall("listParticipants", { params: { slug }, query }, { isPaged: true });
  const others = { page: 1, limit: SUGGESTIONS_MAX, ...(wanted !== "" && { fullName: wanted }) };
  const { data: all } = useCall("suggestUsers", { query: others }, { isPaged: true });
  const inRoom = (data?.results ?? []).map(({ participantId, ...person }): Candidate => {
    return { ...person, id: participantId };
  });
  const known = new Set<string>(inRoom.map(({ id }) => id));
  // Nobody comes into a conversation by being mentioned; in a large room not everybody is known.
  const isOpen = room?.roomType === "channel" && name !== "" && !(isLarge && inRoom.length === 0);
  const outside = (isOpen ? (all?.results ?? []) : []).filter(({ id }) => !known.has(id));
  const toEntries = (list: readonly Candidate[], isOutside: boolean) =>
    list
      .filter(({ id }) => id !== ownId)
      .map((person) => toEntry(person, name, isOutside ? roomId : undefined))
      .filter(({ score }) => name === "" || score > 0)
      .toSorted((one, other) => other.score - one.score);
  return { inRoom: toEntries(inRoom, false), outside: toEntries(outside, true) };
}

/** A person who is outside the room can be named there, and is told nothing. */
function toEntry(person: Candidate, name: string, outsideOf: RoomId | undefined) {
  const { id, fullName: title, username, avatar_url: picture } = person;
  return {
    id,
    title,
    subtitle:
      outsideOf === undefined
        ? `@${username}`
        : t(suggestionTexts.outside, { username: `@${username}` }),
    mark: <PersonAvatar id={id} name={title} picture={picture ?? null} size="xs" />,
    score: scoreOf(name, { title, keywords: [username] }),
    text(): string {
      if (outsideOf !== undefined) noteOutsider(outsideOf, { id, fullName: title });
      return learnWord({ kind: "user", userId: id }, `@${title}`, `@${title} (${username})`);
    },
  };
}
