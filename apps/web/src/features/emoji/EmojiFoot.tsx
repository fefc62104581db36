import { IconButton } from "#web/design/button/IconButton.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { EmojiSign } from "./EmojiSign.tsx";
import { inTone, skinTones, type Emoji, type SkinTone } from "./emojis.ts";
import { emojiTexts } from "./texts.ts";

/** The emoji that shows the chosen tone. */
const hand: Pick<Emoji, "emoji" | "light"> = { emoji: "✋", light: "✋🏻" };

interface EmojiFootProps {
  /** The one that Enter or a click would pick. */
  shown: Emoji | undefined;
  tone: SkinTone;
  onToneChange: (tone: SkinTone) => void;
}

export function EmojiFoot({ shown, tone, onToneChange }: EmojiFootProps) {
  const next = skinTones[(skinTones.indexOf(tone) + 1) % skinTones.length] ?? "none";
  return (
    <div className="flex h-9 flex-none items-center gap-2 border-t border-line ps-3.5 pe-2 text-xs text-ink-subtle coarse:h-12">
      <span aria-hidden="true" className="font-emoji text-md">
        {shown && <EmojiSign emoji={shown} tone={tone} />}
      </span>
      <span className="clip-line flex-1">{shown?.name ?? t(emojiTexts.pick)}</span>
      <IconButton
        label={t(emojiTexts.tone, { tone: t(emojiTexts[tone]) })}
        onClick={() => onToneChange(next)}
      >
        <span aria-hidden="true" className="font-emoji text-md">
          {inTone(hand, tone)}
        </span>
      </IconButton>
    </div>
  );
}
