import { allEmojis } from "#web/features/emoji/all-emojis.ts";
import { emojiTone, keepRecent } from "#web/features/emoji/emoji-memory.ts";
import { inTone, searchEmojis } from "#web/features/emoji/emojis.ts";
import { emojiTexts } from "#web/features/emoji/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";

/** `:party_po` is looked for as in the picker, and has the skin tone that was chosen there. */
export function EmojiSuggestions(props: SourceProps) {
  const tone = useStore(emojiTone, (value) => value);
  const found = searchEmojis(allEmojis, props.token.name.replaceAll("_", " "));
  const entries = found.slice(0, SUGGESTIONS_MAX).map((each) => {
    const text = inTone(each, tone);
    const mark = (
      <span
        aria-hidden="true"
        className="w-5 flex-none text-center font-emoji text-lg leading-none"
      >
        {text}
      </span>
    );
    return { id: each.emoji, text, title: each.name, mark };
  });
  return (
    <SuggestionList
      {...props}
      label={t(emojiTexts.picker)}
      entries={entries}
      onAccept={keepRecent}
    />
  );
}
