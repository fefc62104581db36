import type { TextRange } from "@colbin/protocol";

/** As much of a text as three lines can have, and of that before the first mark. */
const EXCERPT_CHARS = 280;
const BEFORE_CHARS = 60;

interface ExcerptPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** The text around what was found in it, in pieces; from its beginning where its author alone was found. */
export function toExcerptParts(text: string, ranges: readonly TextRange[]): readonly ExcerptPart[] {
  const first = ranges[0]?.[0] ?? 0;
  const start = first > BEFORE_CHARS * 2 ? wordStart(text, first - BEFORE_CHARS, first) : 0;
  const end = signStart(text, Math.min(text.length, start + EXCERPT_CHARS));
  const parts: ExcerptPart[] = [];
  const add = (from: number, to: number, isMarked: boolean): void => {
    const piece = text.slice(Math.max(from, start), Math.min(to, end));
    if (piece !== "") parts.push({ text: piece, isMarked });
  };
  if (start > 0) parts.push({ text: "…", isMarked: false });
  let at = start;
  for (const [from, to] of ranges) {
    add(at, from, false);
    add(from, to, true);
    at = Math.max(at, to);
  }
  add(at, end, false);
  if (end < text.length) parts.push({ text: "…", isMarked: false });
  return parts;
}

/** Where a word begins between the two, else a sign. */
function wordStart(text: string, from: number, before: number): number {
  const blank = text.slice(from, before).search(/\s\S/u);
  return blank === -1 ? signStart(text, from) : from + blank + 1;
}

/** Not between the halves of a sign. */
function signStart(text: string, at: number): number {
  const isHalf = /^[\udc00-\udfff]/.test(text.slice(at, at + 1));
  return isHalf ? at - 1 : at;
}
