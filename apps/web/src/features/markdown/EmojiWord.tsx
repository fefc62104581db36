import { CustomEmoji } from "#web/features/emoji/CustomEmoji.tsx";
import { emojiByCode } from "#web/features/emoji/shortcodes.ts";

/** The emoji of a short code with its colons; what is none stays as it was written. */
export function EmojiWord({ text }: { text: string }) {
  return emojiByCode.get(text.slice(1, -1)) ?? <CustomEmoji code={text} size="text" />;
}
