import type { RoomId } from "@colbin/protocol";
import type { RefObject } from "react";
import { lazyPart, type LazyPart } from "#web/design/page/lazy-part.tsx";
import type { Token } from "./suggestion-token.ts";
import type { SourceProps } from "./SuggestionList.tsx";
import { useToken } from "./use-token.ts";

/** Each finds the entries for the name of a token, and shows them in a `SuggestionList`. */
const sources: Record<Token["sign"], LazyPart<SourceProps>> = {
  ":": lazyPart(() => import("./EmojiSuggestions.tsx"), "EmojiSuggestions"),
  "@": lazyPart(() => import("./PeopleSuggestions.tsx"), "PeopleSuggestions"),
};

interface SuggestionsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** In the field. */
  text: string;
  /** The room of the message. */
  roomId: RoomId;
}

/** For the word at the caret. Where they cannot be loaded, the word stays as it is written. */
export function Suggestions({ field, text, roomId }: SuggestionsProps) {
  const found = useToken(field, text);
  if (!found) return null;
  const Source = sources[found.token.sign];
  return <Source key={found.token.from} {...found} roomId={roomId} renderFailed={() => null} />;
}
