import type { Selected } from "./edit-field.ts";

/** Opens a list of suggestions: `:` of emoji, `@` of people, `#` of rooms, `/` of commands. */
type Sign = ":" | "@" | "#" | "/";

/** The unfinished word before the caret that suggestions are for. */
export interface Token {
  readonly sign: Sign;
  /** As it is written, with its sign. */
  readonly word: string;
  /** Without it. */
  readonly name: string;
  /** Where the word begins in the text. */
  readonly from: number;
}

/** A sign at the beginning of a word; `@` may be a full-width one. A longer word is no name. */
const pattern = /(?:^|[\s("'[{*_~>])([:@＠#])([\p{L}\p{M}\p{N}_.+-]{0,40})$/u;
/** A command is the first word of all. */
const commandPattern = /^\s*(\/)([\p{L}\p{N}_-]{0,40})$/u;
/** Shorter ones are smileys of punctuation more often than the name of an emoji. */
const EMOJI_FROM = 2;

/** The word at the caret, if suggestions are offered for it; none within code, and none where something is selected. */
export function readToken({ text, start, end }: Selected): Token | undefined {
  const before = text.slice(0, start);
  const found = pattern.exec(before) ?? commandPattern.exec(before);
  const isInWord = /^[\p{L}\p{N}]/u.test(text.slice(end));
  if (!found || start !== end || isInWord || isInCode(before)) return undefined;
  const [, written = "", name = ""] = found;
  const sign = written === "＠" ? "@" : (written as Sign);
  if (sign === ":" && name.length < EMOJI_FROM) return undefined;
  return { sign, word: `${written}${name}`, name, from: start - name.length - 1 };
}

/** After an odd number of backticks stands a code span, or a block. */
function isInCode(before: string): boolean {
  return before.split("`").length % 2 === 0;
}
