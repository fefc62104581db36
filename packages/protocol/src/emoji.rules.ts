import { EMOJI_NAME_MAX, EMOJI_NAME_MIN } from "./limits.ts";
import { toEmoji } from "./reactions.rules.ts";

const NAME = `[a-z0-9_-]{${EMOJI_NAME_MIN},${EMOJI_NAME_MAX}}`;
const CODE = new RegExp(`^:(${NAME}):$`);

/** What an emoji of an organization may be called (rules-messages 26). */
export const emojiNamePattern = new RegExp(`^${NAME}$`);

/** The name in `:name:`; undefined where the text is no such code. */
export function emojiNameOf(code: string): string | undefined {
  return CODE.exec(code)?.[1];
}

/** A reaction in the form that everybody stores: one emoji, or the `:name:` of an organization's own; undefined for anything else. */
export function toReaction(text: string): string | undefined {
  return toEmoji(text) ?? CODE.exec(text)?.[0];
}
