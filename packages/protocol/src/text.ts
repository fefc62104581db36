/* What a text may be, for the server that refuses it and for the page that does not offer it. No schemas. */

/** The longest decomposition of one code point, in UTF-16 units (U+16126, U+16128). */
const DECOMPOSED_UNITS_MAX = 6;

/**
 * The text in NFC with at most 30 combining marks in a row, after `clean` took out what may not be in it; undefined where it
 * has more than `maxChars` code points. Marks are sorted in quadratic time, so their number is bounded before they are
 * (Stream-Safe Text, UAX 15, section 13), and nothing at all is done with a text that is too long by far.
 */
export function composeText(
  text: string,
  maxChars: number,
  clean: (text: string) => string,
): string | undefined {
  if (text.length > maxChars * DECOMPOSED_UNITS_MAX) return undefined;
  // Composing takes some letters apart, so that a run may have grown by it.
  const composed = cutMarks(cutMarks(clean(text.toWellFormed())).normalize("NFC"));
  return countChars(composed) > maxChars ? undefined : composed;
}

function cutMarks(text: string): string {
  return text.replaceAll(/(\p{M}{1,30})\p{M}*/gu, "$1");
}

/** Length in code points. */
export function countChars(text: string): number {
  let count = 0;
  // A list of them would be eight times as long as the text.
  for (const _ of text) count += 1;
  return count;
}

/**
 * A name or another text of one line: composed, without bidi controls (rules-messages 61), blanks and control characters joined
 * to one space. Empty where nothing of it could be seen; undefined where it is too long.
 */
export function toLine(text: string, maxChars: number): string | undefined {
  const line = composeText(text, maxChars, (raw) =>
    raw
      .replaceAll(/\p{Bidi_Control}/gu, "")
      .replaceAll(/[\s\p{Cc}]+/gu, " ")
      .trim(),
  );
  return line !== undefined && isBlank(line) ? "" : line;
}

/** White space, marks alone, and characters that show nothing. */
export function isBlank(text: string): boolean {
  return (
    text.replaceAll(/[\s\p{Cc}\p{Cf}\p{Mn}\p{Default_Ignorable_Code_Point}\u2800]/gu, "") === ""
  );
}
