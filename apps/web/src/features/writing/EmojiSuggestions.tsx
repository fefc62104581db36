import { allEmojis } from "#web/features/emoji/all-emojis.ts";
import { emojiTone, keepRecent } from "#web/features/emoji/emoji-memory.ts";
import { EmojiSign } from "#web/features/emoji/EmojiSign.tsx";
import { inTone, searchEmojis, toCustom } from "#web/features/emoji/emojis.ts";
import { emojiTexts } from "#web/features/emoji/texts.ts";
import { useCustomEmoji } from "#web/features/emoji/use-custom-emoji.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { SUGGESTIONS_MAX } from "./constants.ts";
import { SuggestionList, type SourceProps } from "./SuggestionList.tsx";

/** `:party_po` is looked for as in the picker, and has the skin tone that was chosen there. */
export function EmojiSuggestions(props: SourceProps) {
  const tone = useStore(emojiTone, (value) => value);
  const custom = useCustomEmoji() ?? [];
  const emojis = [...custom.map(toCustom), ...allEmojis];
  const found = searchEmojis(emojis, props.token.name.replaceAll("_", " "));
  const entries = found.slice(0, SUGGESTIONS_MAX).map((each) => {
    const text = inTone(each, tone);
    const mark = (
      <span
        aria-hidden="true"
        className="w-5 flex-none text-center font-emoji text-lg leading-none"
      >
        <EmojiSign emoji={each} tone={tone} />
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
