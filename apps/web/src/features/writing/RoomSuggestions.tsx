import { orderedSubscriptions } from "@colbin/client";
import { Hash, Lock } from "lucide-react";
import { scoreOf } from "#web/features/palette/match.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { learnWord } from "#web/lib/device/mention-words.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";

/** The channels of the person; nothing is asked for. */
export function RoomSuggestions({ field, token }: SourceProps) {
  const { name } = token;
  const rooms = useStore(chat.store, orderedSubscriptions);
  const entries = rooms
    .filter(({ roomType }) => roomType === "channel")
    .map((room) => {
      const { roomId: id, roomName: title, sessionRoomSlug: slug } = room;
      const score = scoreOf(name, { title, keywords: [slug] });
      const mark = room.isPrivate ? <Lock aria-hidden="true" /> : <Hash aria-hidden="true" />;
      const text = (): string =>
        learnWord({ kind: "room", roomId: id }, `#${title}`, `#${title} (${slug})`);
      return { id, title, text, mark, score };
    })
    .filter(({ score }) => name === "" || score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, SUGGESTIONS_MAX);
  return (
    <SuggestionList
      field={field}
      token={token}
      label={t(suggestionTexts.rooms)}
      entries={entries}
    />
  );
}
