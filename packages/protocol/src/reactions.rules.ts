import type { Reaction } from "./messages.ts";

const EMOJI = /^\p{RGI_Emoji}$/v;
const VARIATION = "\u{FE0F}";

/** One emoji in the form that everybody stores, skin tones apart; undefined for anything else (rules-messages 24). */
export function toEmoji(text: string): string | undefined {
  // Some keyboards leave the sign away that asks for the picture.
  return [text, text + VARIATION].find((form) => EMOJI.test(form));
}

/** The order in which everybody sees the emoji of a message: by the first reaction with each. */
export function compareReactions(one: Reaction, other: Reaction): number {
  if (one.timestamp !== other.timestamp) return one.timestamp < other.timestamp ? -1 : 1;
  return one.emoji < other.emoji ? -1 : 1;
}
