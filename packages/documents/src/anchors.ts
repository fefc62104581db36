import {
  createAbsolutePositionFromRelativePosition,
  createRelativePositionFromTypeIndex,
  decodeRelativePosition,
  encodeRelativePosition,
  XmlText,
  type Doc,
  type RelativePosition,
} from "yjs";
import { walk } from "./walk.ts";

/*
 * A part of the text that stays the same while others write around it. Places are counted in characters of the text alone, which the
 * shared document and an editor of it count alike.
 */

export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The first and the last character of a part, in base64. */
export interface TextAnchor {
  readonly start: string;
  readonly end: string;
}

/** A piece of text within the document, and where it begins. */
export interface Piece {
  readonly type: XmlText;
  readonly at: number;
  readonly text: string;
}

/** The text of a document, as it is when it is read. */
export interface AnchoredText {
  /** Undefined for a part that is empty or not there. */
  toAnchor(range: TextRange): TextAnchor | undefined;
  /**
   * Where a part is now; undefined where nothing of it is left. Text that was moved or brought back has lost its places: then it is where
   * its words are, if they are in the document only once.
   */
  find(anchor: TextAnchor, words: string): TextRange | undefined;
}

export function readAnchoredText(doc: Doc): AnchoredText {
  const pieces = collectPieces(doc);
  let whole: string | undefined;
  const places = new Map<unknown, Piece>(pieces.map((each) => [each.type, each]));
  const placeOf = (base64: string): number | undefined => {
    const position = decode(base64);
    const found = position && createAbsolutePositionFromRelativePosition(position, doc);
    const piece = found && places.get(found.type);
    return piece ? piece.at + found.index : undefined;
  };
  return {
    toAnchor({ from, to }) {
      const first = pieces.find(({ at, text }) => from >= at && from < at + text.length);
      const last = pieces.find(({ at, text }) => to > at && to <= at + text.length);
      if (from >= to || !first || !last) return undefined;
      return {
        start: encode(createRelativePositionFromTypeIndex(first.type, from - first.at)),
        end: encode(createRelativePositionFromTypeIndex(last.type, to - last.at, -1)),
      };
    },
    find(anchor, words) {
      const [from, to] = [placeOf(anchor.start), placeOf(anchor.end)];
      if (from !== undefined && to !== undefined && from < to) return { from, to };
      whole ??= pieces.map(({ text }) => text).join("");
      return findOnly(whole, words.replaceAll("\n", ""));
    },
  };
}

function findOnly(text: string, words: string): TextRange | undefined {
  const from = words === "" ? -1 : text.indexOf(words);
  if (from === -1 || text.includes(words, from + 1)) return undefined;
  return { from, to: from + words.length };
}

/** The pieces of text of a document, in their order. */
export function collectPieces(doc: Doc): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const type of walk(doc)) {
    if (!(type instanceof XmlText)) continue;
    const text = toPlain(type);
    pieces.push({ type, at, text });
    at += text.length;
  }
  return pieces;
}

function toPlain(text: XmlText): string {
  const parts = text.toDelta() as readonly { readonly insert?: unknown }[];
  return parts.map(({ insert }) => (typeof insert === "string" ? insert : "\u{FFFC}")).join("");
}

function encode(position: RelativePosition): string {
  return btoa(String.fromCharCode(...encodeRelativePosition(position)));
}

/** Undefined for what is no place of a character. */
function decode(base64: string): RelativePosition | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
    const position = decodeRelativePosition(bytes);
    return position.item === null ? undefined : position;
  } catch {
    return undefined;
  }
}
