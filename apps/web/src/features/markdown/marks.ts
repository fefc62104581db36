import { runLength } from "./line.ts";

/** A run of signs that may begin or end what they mark. */
export interface Mark {
  readonly kind: "mark";
  readonly sign: string;
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** The run at this place. Its two neighbours decide whether it may open or close (CommonMark, "Emphasis and strong emphasis"). */
export function readMark(text: string, at: number): Mark {
  const sign = text.charAt(at);
  const length = runLength(text, at);
  // A character may take two units.
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + length, at + length + 2);
  const hasBlankBefore = /(?:^|\s)$/.test(before);
  const hasBlankAfter = /^(?:\s|$)/.test(after);
  const hasSignBefore = /[\p{P}\p{S}]$/u.test(before);
  const hasSignAfter = /^[\p{P}\p{S}]/u.test(after);
  const isLeft = !hasBlankAfter && (!hasSignAfter || hasBlankBefore || hasSignBefore);
  const isRight = !hasBlankBefore && (!hasSignBefore || hasBlankAfter || hasSignAfter);
  const mark = { kind: "mark", sign, length } as const;
  switch (sign) {
    case "_":
      return {
        ...mark,
        canOpen: isLeft && (!isRight || hasSignBefore),
        canClose: isRight && (!isLeft || hasSignAfter),
      };
    case "|":
      return {
        ...mark,
        canOpen: length === 2 && !hasBlankAfter,
        canClose: length === 2 && !hasBlankBefore,
      };
    case "~":
      return { ...mark, canOpen: length < 3 && isLeft, canClose: length < 3 && isRight };
    default:
      return { ...mark, canOpen: isLeft, canClose: isRight };
  }
}

export function isEmphasis({ sign }: Mark): boolean {
  return sign === "*" || sign === "_";
}

/** May these two belong together? Emphasis by its rule of three, all others as a whole. */
export function isPair(opener: Mark, closer: Mark): boolean {
  if (opener.sign !== closer.sign) return false;
  if (!isEmphasis(opener)) return opener.length === closer.length;
  const isOnesided = !opener.canClose && !closer.canOpen;
  return isOnesided || closer.length % 3 === 0 || (opener.length + closer.length) % 3 !== 0;
}
