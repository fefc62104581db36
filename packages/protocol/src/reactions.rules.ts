import type { Reaction } from "./messages.ts";

const EMOJI = /^\p{RGI_Emoji}$/v;
/** What is drawn as text unless the sign asks for the picture or a skin tone follows (Unicode TS 51, fully qualified). */
const TEXT = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\p{Emoji_Modifier})/gu;
const PICTURE = "\u{FE0F}";

/** One emoji in the form that everybody stores, skin tones apart; undefined for anything else (rules-messages 24). */
export function toEmoji(text: string): string | undefined {
  // Keyboards leave the sign away, or set it where none belongs.
  const qualified = text.replaceAll(PICTURE, "").replaceAll(TEXT, `$&${PICTURE}`);
  return EMOJI.test(qualified) ? qualified : undefined;
}

/** Are there people who reacted and are not named (wire.md)? The lists do not tell a reader then what is theirs. */
export function areCut(reactions: readonly Reaction[]): boolean {
  return reactions.some(({ count, users }) => count > users.length);
}

/** The order in which everybody sees the emoji of a message: by the first reaction with each. */
export function compareReactions(one: Reaction, other: Reaction): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.emoji < other.emoji ? -1 : 1;
}
