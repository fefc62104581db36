import type { Selected, TextEdit } from "./edit-field.ts";

export type LineFormat = "list" | "numbers" | "quote";

/** A mark before each line, and how it is known there. */
const lineMarks: Record<LineFormat, { known: RegExp; mark: (number: number) => string }> = {
  list: { known: /^[-+*] /, mark: () => "- " },
  numbers: { known: /^\d{1,9}[.)] /, mark: (number) => `${number}. ` },
  quote: { known: /^> ?/, mark: () => "> " },
};
const listMark = new RegExp(`${lineMarks.list.known.source}|${lineMarks.numbers.known.source}`);
const FENCE = "```";

/** Whole lines, as far as the selection touches them. */
function linesOf({ text, start, end }: Selected): { from: number; to: number; lines: string[] } {
  const from = text.slice(0, start).lastIndexOf("\n") + 1;
  const next = text.indexOf("\n", end);
  const to = next === -1 ? text.length : next;
  return { from, to, lines: text.slice(from, to).split("\n") };
}

/** Makes a code block of the lines, or takes the fences around them away. */
export function toggleFence(selected: Selected): TextEdit {
  const { text, start, end } = selected;
  const { from, to, lines } = linesOf(selected);
  const code = lines.join("\n");
  const opening = `${FENCE}\n`;
  const closing = `\n${FENCE}`;
  if (text.slice(0, from).endsWith(opening) && text.slice(to).startsWith(closing)) {
    const moved = opening.length;
    return {
      from: from - moved,
      to: to + closing.length,
      text: code,
      start: start - moved,
      end: end - moved,
    };
  }
  return {
    from,
    to,
    text: `${opening}${code}${closing}`,
    start: start + opening.length,
    end: end + opening.length,
  };
}

/** Marks each line, or takes the mark away where all lines have it. A list of the other kind changes its kind. */
export function toggleLines(format: LineFormat, selected: Selected): TextEdit {
  const { known, mark } = lineMarks[format];
  const { lines } = linesOf(selected);
  const isQuote = format === "quote";
  const isEmpty = lines.every((line) => line === "");
  const isMarked = !isEmpty && lines.every((line) => known.test(line) || (line === "" && !isQuote));
  let number = 0;
  return replaceLines(selected, (line) => {
    if (isMarked) return line.replace(known, "");
    // A blank line ends a quote, and no list.
    if (line === "" && !isEmpty && !isQuote) return line;
    number += 1;
    return mark(number) + (isQuote ? line : line.replace(listMark, ""));
  });
}

/** Puts the lines of the selection in the place of those before; a caret stays where it was in its line. */
export function replaceLines(selected: Selected, change: (line: string) => string): TextEdit {
  const { from, to, lines } = linesOf(selected);
  const text = lines.map(change).join("\n");
  const grown = text.length - (to - from);
  const caret = Math.max(from, selected.end + grown);
  const isCaret = selected.start === selected.end;
  return {
    from,
    to,
    text,
    start: isCaret ? caret : from,
    end: isCaret ? caret : from + text.length,
  };
}
