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
import { learnWord } from "#web/lib/device/mention-words.ts";
import { noteOutsider } from "./outsiders.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";
import { useWildcards } from "./use-wildcards.tsx";

/**
 * The others in the room, everybody at once, and behind them people of the workspace. A page of the people of the room is read once for
 * a while; the server is asked about a name once the person pauses.
 */
export function PeopleSuggestions({ roomId, ...props }: SourceProps) {
  const { name } = props.token;
  const people = useCandidates(roomId, name);
  const wildcards = useWildcards(roomId, name);
  const entries = [...people.inRoom, ...wildcards, ...people.outside].slice(0, SUGGESTIONS_MAX);
  return <SuggestionList {...props} label={t(suggestionTexts.people)} entries={entries} />;
}

/** The people of a room change seldom, and a pause asks for the name all the same. */
const FRESH_MS = 60_000;

interface Candidate {
  readonly id: UserId;
  readonly fullName: string;
  readonly username: string;
  readonly avatar_url?: string | null;
}

function useCandidates(roomId: RoomId, name: string) {
  const ownId = useStore(account.session, ({ user }) => user?.id);
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  const params = { slug: useStore(chat.store, (state) => addressOf(state, roomId)) };
  const list = { params, query: { page: 1, limit: LIST_PAGE_MAX } };
  const { data } = useCall("listParticipants", list, { freshMs: FRESH_MS });
  const search = useSettled(name, SEARCH_PAUSE_MS);
  // All people of a conversation are in that page, and nobody comes into it by being mentioned.
  const isOff = search === "" || room?.roomType !== "channel";
  const asked = { params, query: { search } };
  const { data: found } = useCall("suggestPeople", asked, { isPaged: true, isOff });
  const others = isOff || name === "" ? [] : (found?.results ?? []);
  const inside = new Map<string, Candidate>();
  for (const { participantId: id, ...person } of data?.results ?? [])
    inside.set(id, { ...person, id });
  for (const person of others) if (person.isInRoom) inside.set(person.id, person);
  const outside = others.filter(({ id }) => !inside.has(id));
  const toEntries = (candidates: readonly Candidate[], isOutside: boolean) =>
    candidates
      .filter(({ id }) => id !== ownId)
      .map((person) => ({
        person,
        score: scoreOf(name, { title: person.fullName, keywords: [person.username] }),
      }))
      .filter(({ score }) => name === "" || score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, SUGGESTIONS_MAX)
      .map(({ person }) => toEntry(person, isOutside ? roomId : undefined));
  return { inRoom: toEntries([...inside.values()], false), outside: toEntries(outside, true) };
}

/** A person who is outside the room can be named there, and is told nothing. */
function toEntry(person: Candidate, outsideOf: RoomId | undefined) {
  const { id, fullName: title, username, avatar_url: picture } = person;
  return {
    id,
    title,
    subtitle:
      outsideOf === undefined
        ? `@${username}`
        : t(suggestionTexts.outside, { username: `@${username}` }),
    mark: <PersonAvatar id={id} name={title} picture={picture ?? null} size="xs" />,
    text(): string {
      if (outsideOf !== undefined) noteOutsider(outsideOf, { id, fullName: title });
      return learnWord({ kind: "user", userId: id }, `@${title}`, `@${title} (${username})`);
    },
  };
}
