import type { RoomId } from "@colbin/protocol";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { learnWord } from "#web/lib/device/mention-words.ts";
import { t } from "#web/lib/language/i18n.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { noteOutsider } from "./outsiders.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";
import { useRoomPeople, type RoomPerson } from "./use-room-people.ts";
import { useWildcards } from "./use-wildcards.tsx";

/** The others in the room, everybody at once, and behind them people of the workspace. */
export function PeopleSuggestions({ roomId, ...props }: SourceProps) {
  const { name } = props.token;
  const { inside, outside } = useRoomPeople(roomId, name);
  const wildcards = useWildcards(roomId, name);
  const entries = [
    ...inside.map((person) => toEntry(person, undefined)),
    ...wildcards,
    ...outside.map((person) => toEntry(person, roomId)),
  ].slice(0, SUGGESTIONS_MAX);
  return <SuggestionList {...props} label={t(suggestionTexts.people)} entries={entries} />;
}

/** A person who is outside the room can be named there, and is told nothing. */
function toEntry(person: RoomPerson, outsideOf: RoomId | undefined) {
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
