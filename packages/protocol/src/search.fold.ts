/*
 * Text as search compares it (rules-messages 49): without regard to case, accents and the width of blanks. Both sides fold in the
 * same way: the server the texts that it keeps and the query, the page what it marks.
 */

/** Letters that carry their stroke or joint as a part of them, so that no decomposition takes it away. */
const PLAIN: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ø: "o",
  đ: "d",
  ð: "d",
  ł: "l",
  ħ: "h",
  þ: "th",
  ŋ: "n",
  ı: "i",
};

/** Accents and points; not the marks that are letters of their own in the scripts of India, nor those of kana. */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]/gu;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** A sign with the marks that stand on it; more than anybody writes are signs of their own, since putting them in order is quadratic. */
const CLUSTERS = /\P{M}\p{M}{0,30}|\p{M}{1,30}/gsu;
const BLANK = /^[\s\p{Cc}]/u;
const BLANKS = /[\s\p{Cc}]+/gu;
const ONE_TO_ONE = /^[!-~]+(?: [!-~]+)*$/u;
const ASCII = /^\p{ASCII}*$/u;

/** The text as search compares it. */
export function foldText(text: string): string {
  // Most texts, and twenty times as fast.
  return ASCII.test(text)
    ? text.toLowerCase().replaceAll(BLANKS, " ").replace(/^ /u, "")
    : toFolded(text).text;
}

interface Folded {
  readonly text: string;
  /** For each unit of the folded text the place in the original where its sign begins, and the end of the original. */
  readonly places: readonly number[];
}

function toFolded(text: string): Folded {
  let folded = "";
  const places: number[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) {
    const sign = foldCluster(cluster);
    // One blank for as many as follow each other.
    if (sign === " " && (folded === "" || folded.endsWith(" "))) continue;
    for (let unit = 0; unit < sign.length; unit += 1) places.push(index);
    folded += sign;
  }
  places.push(text.length);
  return { text: folded, places };
}

/** The same for texts of which each sign has its own place. */
function toLower(text: string): Folded {
  return {
    text: text.toLowerCase(),
    places: Array.from({ length: text.length + 1 }, (_, at) => at),
  };
}

function foldCluster(cluster: string): string {
  if (BLANK.test(cluster)) return " ";
  const bare = cluster.normalize("NFKD").replaceAll(ACCENTS, "").replaceAll(UNSEEN, "");
  let folded = "";
  // Through capitals, so that letters with several small forms are one.
  for (const sign of bare.toUpperCase().toLowerCase()) folded += PLAIN[sign] ?? sign;
  return folded.replaceAll("ς", "σ").normalize("NFKC").replaceAll(/\s/gu, " ");
}

/** A place in a text: from this UTF-16 unit to before that one. */
export type TextRange = readonly [from: number, to: number];

/** Where the text has one of these folded terms, in order, neighbours joined. */
export function findRanges(text: string, terms: readonly string[]): TextRange[] {
  const { text: folded, places } = ONE_TO_ONE.test(text) ? toLower(text) : toFolded(text);
  const found: [number, number][] = [];
  for (const term of terms) {
    if (term === "") continue;
    for (let at = folded.indexOf(term); at !== -1; at = folded.indexOf(term, at + term.length)) {
      const from = places[at] ?? 0;
      // The sign in which the term ends is marked whole.
      let end = at + term.length;
      while (end < folded.length && places[end] === places[end - 1]) end += 1;
      found.push([from, places[end] ?? text.length]);
    }
  }
  return joinRanges(found);
}

function joinRanges(ranges: [number, number][]): TextRange[] {
  const joined: [number, number][] = [];
  for (const range of ranges.toSorted(([one], [other]) => one - other)) {
    const last = joined.at(-1);
    if (last && range[0] <= last[1]) last[1] = Math.max(last[1], range[1]);
    else joined.push(range);
  }
  return joined;
}

const IDEOGRAPH =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}々ー]/u;

/** Chinese, Japanese and Korean are searched from one sign on. */
export function isIdeograph(sign: string): boolean {
  return sign >= "\u1100" && IDEOGRAPH.test(sign);
}
