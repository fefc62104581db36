import type { Selected, TextEdit } from "./edit-field.ts";
import { toggleFence, toggleLines, type LineFormat } from "./format-lines.ts";

/** The formats of a piece of a text. */
export type Format = "bold" | "italic" | "strike" | "link" | "code" | "codeBlock" | LineFormat;

const marks = { bold: "**", italic: "*", strike: "~~", code: "`" } as const;

/** Marks the selection as Markdown does it, or takes the marks away where it has them. */
export function formatText(format: Format, selected: Selected): TextEdit {
  switch (format) {
    case "bold":
    case "italic":
    case "strike":
      return toggleMark(marks[format], withoutBlanks(selected));
    case "code": {
      const hasLines = selected.text.slice(selected.start, selected.end).includes("\n");
      return hasLines ? toggleFence(selected) : toggleMark(marks.code, withoutBlanks(selected));
    }
    case "link":
      return makeLink(withoutBlanks(selected));
    case "codeBlock":
      return toggleFence(selected);
    case "list":
    case "numbers":
    case "quote":
      return toggleLines(format, selected);
  }
}

/** Marks beside a blank mark nothing. */
function withoutBlanks({ text, start, end }: Selected): Selected {
  const words = text.slice(start, end);
  if (words.trim() === "") return { text, start, end };
  return {
    text,
    start: start + words.length - words.trimStart().length,
    end: end - words.length + words.trimEnd().length,
  };
}

function toggleMark(mark: string, { text, start, end }: Selected): TextEdit {
  const { length } = mark;
  const words = text.slice(start, end);
  const sign = mark.charAt(0);
  if (isMarked(mark, runAtEnd(text.slice(0, start), sign), runAtStart(text.slice(end), sign))) {
    const from = start - length;
    return { from, to: end + length, text: words, start: from, end: from + words.length };
  }
  const hasInner = words.length > 2 * length;
  if (hasInner && isMarked(mark, runAtStart(words, sign), runAtEnd(words, sign))) {
    const inner = words.slice(length, -length);
    return { from: start, to: end, text: inner, start, end: start + inner.length };
  }
  const marked = `${mark}${words}${mark}`;
  return { from: start, to: end, text: marked, start: start + length, end: end + length };
}

/** One asterisk of two is none for italic: three are both. */
function isMarked(mark: string, before: number, after: number): boolean {
  const count = Math.min(before, after);
  return mark === marks.italic ? count % 2 === 1 : count >= mark.length;
}

function runAtEnd(text: string, sign: string): number {
  let count = 0;
  while (text.charAt(text.length - 1 - count) === sign) count += 1;
  return count;
}

function runAtStart(text: string, sign: string): number {
  let count = 0;
  while (text.charAt(count) === sign) count += 1;
  return count;
}

/** The caret goes to what is missing: the address, or the words of an address. */
function makeLink({ text, start, end }: Selected): TextEdit {
  const words = text.slice(start, end);
  const isAddress = /^https?:\/\/\S+$/.test(words);
  const linked = isAddress ? `[](${words})` : `[${words}]()`;
  const caret = start + (isAddress || words === "" ? 1 : linked.length - 1);
  return { from: start, to: end, text: linked, start: caret, end: caret };
}
