import { XmlElement, type Doc, type XmlText } from "yjs";
import { collectPieces, readAnchoredText, type TextAnchor } from "./anchors.ts";

interface Replacement {
  readonly anchor: TextAnchor;
  /** The text that stood there. */
  readonly words: string;
  /** The text that is to stand there. Line breaks become spaces where it is not code. */
  readonly text: string;
  /** Does the text that is found equal the one that stood there? */
  readonly isSame: (found: string) => boolean;
}

/**
 * Replaces a part of one line of the document. Only the letters that differ are touched, so that what others write and mark in the rest
 * stays; new ones look as those whose place they take. False, and nothing has changed, where the part is gone or is another one by now.
 */
export function replaceAnchored(doc: Doc, { anchor, words, text, isSame }: Replacement): boolean {
  const range = readAnchoredText(doc).find(anchor, words);
  const piece =
    range &&
    collectPieces(doc).find(
      ({ at, text: { length } }) => at <= range.from && range.to <= at + length,
    );
  if (!range || !piece) return false;
  const from = range.from - piece.at;
  const before = piece.text.slice(from, range.to - piece.at);
  if (!isSame(before)) return false;
  const { parent } = piece.type;
  const isCode = parent instanceof XmlElement && parent.nodeName === "codeBlock";
  const after = isCode ? text : text.replaceAll("\n", " ");
  const start = countEqual(Array.from(before), Array.from(after));
  const rest = [before.slice(start), after.slice(start)] as const;
  const end = countEqual(Array.from(rest[0]).toReversed(), Array.from(rest[1]).toReversed());
  const removed = rest[0].length - end;
  const at = from + start;
  const marks = marksAt(piece.type, removed > 0 || start === 0 ? at : at - 1);
  doc.transact(() => {
    piece.type.delete(at, removed);
    piece.type.insert(at, rest[1].slice(0, rest[1].length - end), marks);
  });
  return true;
}

/** The length of the letters with which both begin; a letter is never taken apart. */
function countEqual(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((letter, index) => letter !== other[index]);
  return (differs === -1 ? one : one.slice(0, differs)).join("").length;
}

function marksAt(text: XmlText, index: number): Record<string, unknown> {
  let end = 0;
  for (const { insert, attributes } of text.toDelta() as readonly {
    readonly insert: unknown;
    readonly attributes?: Record<string, unknown>;
  }[]) {
    end += typeof insert === "string" ? insert.length : 1;
    if (index < end) return attributes ?? {};
  }
  return {};
}
