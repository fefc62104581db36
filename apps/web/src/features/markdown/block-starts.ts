import { runLength, type Line } from "./line.ts";
import type { Task } from "./tree.ts";

/** Stands before and behind LaTeX. */
export const FORMULA_MARK = "$$";
/** A line with so many columns of blanks at its beginning is text. */
const TEXT_INDENT = 4;

export interface Fence {
  readonly sign: string;
  readonly length: number;
  readonly indent: number;
  readonly info: string;
}

export interface ListMarker {
  readonly length: number;
  /** Neighbouring items of one type are a list. */
  readonly type: string;
  /** Its number, in an ordered list. */
  readonly start: number | undefined;
}

/** May anything else than text begin in this line? */
export function mayBegin(line: Line): boolean {
  return line.indent < TEXT_INDENT;
}

export function beginsQuote(line: Line): boolean {
  return mayBegin(line) && line.content.startsWith(">");
}

/** The marks of a heading and its text, without the marks that may close it. */
export function readHeading(content: string): { level: number; text: string } | undefined {
  const level = content.startsWith("#") ? runLength(content, 0) : 0;
  if (level === 0 || level > 6 || !/^[ \t]?$/.test(content.charAt(level))) return undefined;
  const text = content.slice(level).trim();
  let end = text.length;
  while (text.charAt(end - 1) === "#") end -= 1;
  const isClosed = end === 0 || /[ \t]/.test(text.charAt(end - 1));
  return { level, text: isClosed ? text.slice(0, end).trimEnd() : text };
}

export function readFence(content: string, indent: number): Fence | undefined {
  const sign = content.charAt(0);
  if (sign !== "`" && sign !== "~") return undefined;
  const length = runLength(content, 0);
  const info = content.slice(length).trim();
  // Backticks that end in the same line are code in a paragraph.
  if (length < 3 || (sign === "`" && info.includes(sign))) return undefined;
  return { sign, length, indent, info };
}

export function closesFence(line: Line, { sign, length }: Fence): boolean {
  const content = line.content.trimEnd();
  if (!mayBegin(line) || content.charAt(0) !== sign) return false;
  return content.length >= length && runLength(content, 0) === content.length;
}

/** A formula of several lines: its end is in a later one. */
export function beginsFormula(content: string): boolean {
  return content.startsWith(FORMULA_MARK) && !content.includes(FORMULA_MARK, 1);
}

export function endsFormula(line: Line): boolean {
  return line.rest.trimEnd().endsWith(FORMULA_MARK);
}

export function isRule(content: string): boolean {
  if (!/^[-*_]/.test(content)) return false;
  const marks = content.replaceAll(/[ \t]/g, "");
  return marks.length >= 3 && runLength(marks, 0) === marks.length;
}

export function readListMarker(line: Line): ListMarker | undefined {
  const { content } = line;
  const marker = /^(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/.exec(content)?.[0];
  if (marker === undefined || !mayBegin(line) || isRule(content)) return undefined;
  const { length } = marker;
  const start = length > 1 ? Number(marker.slice(0, -1)) : undefined;
  return { length, type: marker.charAt(length - 1), start };
}

/** Takes the marker off, and the blanks that belong to it. Returns the columns before the content of the item. */
export function takeListMarker(line: Line, { length }: ListMarker): number {
  const before = line.indent + length;
  line.takeMarker(length);
  // Content that is further away keeps blanks of its own.
  const gap = line.isBlank || line.indent > 4 ? 1 : line.indent;
  line.takeBlanks(gap);
  return before + gap;
}

/** Takes the box of a task off. Undefined where there is no box, or no word behind it. */
export function takeTaskBox(line: Line): Task | undefined {
  const { content } = line;
  if (!/^\[[ xX]\][ \t]/.test(content) || content.trimEnd().length < 4) return undefined;
  line.takeMarker(3);
  line.takeBlanks(line.indent);
  return { isDone: content.charAt(1) !== " ", at: line.end - content.length + 1 };
}

export function takeQuoteMarker(line: Line): void {
  line.takeMarker(1);
  line.takeBlanks(1);
}
