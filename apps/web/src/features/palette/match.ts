import type { CommandItem } from "./command.ts";

const EXACT = 100;
const PREFIX = 90;
const CONTAINS = 70;
const FUZZY = 50;
const KEYWORD = 30;

interface Match {
  /** 0 where it does not match. */
  readonly score: number;
  /** Which characters of the title are meant, counted in code points. */
  readonly places: readonly number[];
}

const none: Match = { score: 0, places: [] };

/** One entry for each code point, so that places hold in the title as it is shown. */
function fold(text: string): readonly string[] {
  return Array.from(text, (sign) => sign.toLowerCase());
}

/** How well a title fits what is looked for: exact, prefix, contains, or the same signs in the same order with others between. */
export function matchTitle(text: string, title: string): Match {
  const wanted = fold(text.trim().normalize("NFC"));
  const signs = fold(title);
  if (wanted.length === 0) return none;
  const at = signs.findIndex((_, start) => wanted.every((sign, i) => signs[start + i] === sign));
  if (at === -1) return fuzzyMatch(wanted, signs);
  const places = wanted.map((_, i) => at + i);
  if (at > 0) return { score: CONTAINS, places };
  return { score: wanted.length === signs.length ? EXACT : PREFIX, places };
}

function fuzzyMatch(wanted: readonly string[], signs: readonly string[]): Match {
  const places: number[] = [];
  for (const sign of wanted) {
    const at = signs.indexOf(sign, (places.at(-1) ?? -1) + 1);
    if (at === -1) return none;
    places.push(at);
  }
  return { score: FUZZY, places };
}

/** Specification, section 9: exact 100, prefix 90, contains 70, fuzzy 50, plus 30 where a keyword contains it; 0 is no match. */
export function scoreOf(
  text: string,
  { title, keywords }: Pick<CommandItem, "title" | "keywords">,
): number {
  const wanted = text.trim().normalize("NFC").toLowerCase();
  if (wanted === "") return 0;
  const hasKeyword = keywords.some((word) => word.toLowerCase().includes(wanted));
  return matchTitle(text, title).score + (hasKeyword ? KEYWORD : 0);
}

/** The title in pieces, of which those that match are marked. */
export function markedParts(text: string, title: string) {
  const places = new Set(matchTitle(text, title).places);
  const parts: { text: string; isMarked: boolean }[] = [];
  for (const [at, sign] of Array.from(title).entries()) {
    const last = parts.at(-1);
    const isMarked = places.has(at);
    if (last?.isMarked === isMarked) last.text += sign;
    else parts.push({ text: sign, isMarked });
  }
  return parts;
}
