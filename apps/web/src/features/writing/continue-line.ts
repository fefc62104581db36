import type { Selected, TextEdit } from "./edit-field.ts";
import { replaceLines } from "./format-lines.ts";

/** The beginning of a line in a list or a quote: its indent, its bullet or number, the box of a task. */
const marker = /^(\s*)(?:([-+*]) +|(\d{1,9})([.)]) +|((?:> ?)+))(\[[ xX]\] +)?/;
const INDENT = "  ";

/**
 * A line break at this caret begins the next item of a list, the next line of a quote, or a line of code with the same indent. In an
 * item with nothing in it the marker goes and the list ends. Undefined where it is a line break alone.
 */
export function continueLine({ text, start, end }: Selected): TextEdit | undefined {
  if (start !== end) return undefined;
  const from = text.slice(0, start).lastIndexOf("\n") + 1;
  const before = text.slice(from, start);
  if (isInFence(text, start)) return insertAt(start, `\n${/^[ \t]*/.exec(before)?.[0] ?? ""}`);
  const found = marker.exec(before);
  if (!found) return undefined;
  const [whole, indent = "", bullet, number, dot, quote = "", box] = found;
  const isEmpty = whole === before && /^(?:\n|$)/.test(text.slice(start));
  if (isEmpty) return { from, to: start, text: "", start: from, end: from };
  const item = number === undefined ? bullet && `${bullet} ` : `${Number(number) + 1}${dot} `;
  return insertAt(start, `\n${indent}${item ?? quote}${box ? "[ ] " : ""}`);
}

/** The indent that Tab gives or, with Shift, takes in a code block; undefined where Tab leads on. */
export function indentCode(selected: Selected, isBack: boolean): TextEdit | undefined {
  const { text, start, end } = selected;
  if (!isInFence(text, start)) return undefined;
  if (!isBack && start === end) return insertAt(start, INDENT);
  const edit = replaceLines(selected, (line) =>
    isBack ? line.replace(/^(?:\t| {1,2})/, "") : `${INDENT}${line}`,
  );
  return edit.text === text.slice(edit.from, edit.to) ? undefined : edit;
}

const fence = /^ {0,3}(?:`{3}|~{3})/;

/** Does this place stand in a code block, and not in one of its fences? Fences are counted: every second one ends a block. */
export function isInFence(text: string, at: number): boolean {
  const lines = text.slice(0, at).split("\n");
  const count = lines.filter((line) => fence.test(line)).length;
  return count % 2 === 1 && !fence.test(lines.at(-1) ?? "");
}

function insertAt(at: number, text: string): TextEdit {
  const caret = at + text.length;
  return { from: at, to: at, text, start: caret, end: caret };
}
