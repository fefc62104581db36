import { LINK_PARENS_MAX } from "./constants.ts";

/** Signs that end a title, by the sign that begins it. */
const titleEnds: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

/**
 * The address in parentheses after the words of a link, `(address "title")`, and the place behind them. Undefined where they do
 * not end. Linear for a text with many such places: each begins with a sign that ends the search before it, or that is counted.
 */
export function readTarget(
  text: string,
  start: number,
): { address: string; end: number } | undefined {
  const begin = skipBlanks(text, start + 1);
  const isBracketed = text.charAt(begin) === "<";
  const from = isBracketed ? begin + 1 : begin;
  const end = isBracketed ? findSign(text, from, "<>\n") : endOfAddress(text, from);
  if (isBracketed && text.charAt(end) !== ">") return undefined;
  const close = skipTitle(text, isBracketed ? end + 1 : end);
  if (text.charAt(close) !== ")") return undefined;
  return { address: unescaped(text.slice(from, end)), end: close + 1 };
}

/** Takes off the backslashes before punctuation. */
export function unescaped(text: string): string {
  return text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
}

/** The place behind an address; the end of the text where its parentheses are unpaired or nested too deep. */
function endOfAddress(text: string, start: number): number {
  let depth = 0;
  for (let at = start; depth <= LINK_PARENS_MAX && at < text.length; at += 1) {
    const sign = text.charAt(at);
    if (sign === "\\") at += 1;
    else if (sign === "(") depth += 1;
    else if (sign === ")" || sign <= " ") {
      if (depth === 0) return at;
      if (sign !== ")") break;
      depth -= 1;
    }
  }
  return text.length;
}

/** The place behind a title and the blanks around it; the end of the text where the title does not end. */
function skipTitle(text: string, start: number): number {
  const begin = skipBlanks(text, start);
  const sign = text.charAt(begin);
  const closing = titleEnds[sign];
  if (begin === start || closing === undefined) return begin;
  const end = findSign(text, begin + 1, sign + closing);
  return text.charAt(end) === closing ? skipBlanks(text, end + 1) : text.length;
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (/^[ \t\n]/.test(text.charAt(at))) at += 1;
  return at;
}

/** The first place of one of these signs without a backslash before it, else the end of the text. */
function findSign(text: string, start: number, signs: string): number {
  let at = start;
  while (at < text.length && !signs.includes(text.charAt(at)))
    at += text.charAt(at) === "\\" ? 2 : 1;
  return at;
}
