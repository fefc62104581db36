import type { RoomId } from "@colbin/protocol";
import type { RefObject } from "react";
import { lazyPart, type LazyPart } from "#web/design/page/lazy-part.tsx";
import { useStore } from "#web/lib/react/use-store.ts";
import type { Token } from "./suggestion-token.ts";
import type { SourceProps } from "./SuggestionList.tsx";
import { useToken } from "./use-token.ts";
import { wildcardQuestion } from "./wildcard-question.ts";

/** Each finds the entries for the name of a token, and shows them in a `SuggestionList`. */
const sources: Record<Token["sign"], LazyPart<SourceProps>> = {
  ":": lazyPart(() => import("./EmojiSuggestions.tsx"), "EmojiSuggestions"),
  "@": lazyPart(() => import("./PeopleSuggestions.tsx"), "PeopleSuggestions"),
  "#": lazyPart(() => import("./RoomSuggestions.tsx"), "RoomSuggestions"),
  "/": lazyPart(() => import("./SlashSuggestions.tsx"), "SlashSuggestions"),
};

const WildcardDialog = lazyPart(() => import("./WildcardDialog.tsx"), "WildcardDialog");
const SlashHelp = lazyPart(() => import("./SlashHelp.tsx"), "SlashHelp");

interface SuggestionsProps {
  field: RefObject<HTMLTextAreaElement | null>;
  /** Names the place where the text is written. */
  at: string;
  /** In the field. */
  text: string;
  /** The room of the message. */
  roomId: RoomId;
  takesCommands: boolean;
}

/** For the word at the caret, and for a command as a whole. Where they cannot be loaded, the text stays as it is written. */
export function Suggestions({ field, at, text, roomId, takesCommands }: SuggestionsProps) {
  const found = useToken(field, text);
  const question = useStore(wildcardQuestion, (current) => (current?.at === at ? current : null));
  const isCommand = takesCommands && /^\s*\//.test(text);
  const isOffered = found?.token.sign !== "/" || takesCommands;
  return (
    <>
      {question && <WildcardDialog question={question} />}
      {isCommand && <SlashHelp text={text} renderFailed={() => null} />}
      {found && isOffered && <Offer key={found.token.from} {...found} roomId={roomId} />}
    </>
  );
}

function Offer(props: SourceProps) {
  const Source = sources[props.token.sign];
  return <Source {...props} renderFailed={() => null} />;
}
