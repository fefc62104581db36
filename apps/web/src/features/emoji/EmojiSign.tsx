import { inTone, type Emoji, type SkinTone } from "./emojis.ts";

interface EmojiSignProps {
  emoji: Emoji;
  tone: SkinTone;
}

/** As it is offered, beside its name. */
export function EmojiSign({ emoji, tone }: EmojiSignProps) {
  if (emoji.image === undefined) return inTone(emoji, tone);
  return (
    <img
      src={emoji.image}
      alt=""
      loading="lazy"
      draggable={false}
      className="inline-block size-[1.2em] object-contain align-[-0.2em]"
    />
  );
}
