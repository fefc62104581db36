import { isLeadingLevel, WILDCARD_MENTION_LIMIT, type RoomId } from "@colbin/protocol";
import { Megaphone } from "lucide-react";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { learnWord } from "#web/lib/device/mention-words.ts";
import { suggestionTexts } from "./suggestion-texts.ts";
import type { Suggestion } from "./use-suggestions.ts";

const kinds = ["here", "all"] as const;

/** The mentions of everybody, where the person may use them (rules-messages 34); the server judges it again. */
export function useWildcards(roomId: RoomId, name: string): Suggestion[] {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  if (!room || room.roomType !== "channel") return [];
  const isSmall = room.memberCount <= WILDCARD_MENTION_LIMIT;
  const mayMention = isLeadingLevel(room.role) || (room.role === "WRITE" && isSmall);
  if (!mayMention) return [];
  return kinds
    .filter((kind) => kind.startsWith(name.toLowerCase()))
    .map((kind) => ({
      id: kind,
      title: `@${kind}`,
      subtitle: t(suggestionTexts[kind]),
      mark: <Megaphone aria-hidden="true" />,
      text: () => learnWord({ kind }, `@${kind}`),
    }));
}
