import { readFileSync } from "node:fs";
import { toEmoji } from "@colbin/protocol";
import type { Plugin } from "vite";

/* The emoji that the picker offers, and their short codes, as small texts made at build time from the data of the emojibase project. */

interface Emoji {
  readonly emoji: string;
  readonly hexcode: string;
  readonly label: string;
  readonly tags?: readonly string[];
  readonly group?: number;
  readonly subgroup?: number;
  readonly version: number;
  readonly skins?: readonly { readonly emoji: string; readonly tone: number | readonly number[] }[];
}

/** Newer ones are empty boxes on systems of two years ago. */
const NEWEST_VERSION = 15.1;
const HEARTS_SUBGROUP = 14;
const LIGHT_TONE = 1;

/** Its categories, in the order of the picker; groups of Unicode in each (specification, section 9). */
const groupsOf = {
  smileys: [0],
  gestures: [1],
  hearts: [],
  objects: [3, 4, 5, 6, 7],
  symbols: [8, 9],
};

function categoryOf({ group, subgroup }: Emoji): string | undefined {
  if (subgroup === HEARTS_SUBGROUP) return "hearts";
  const found = Object.entries<readonly number[]>(groupsOf).find(
    ([, groups]) => group !== undefined && groups.includes(group),
  );
  return found?.[0];
}

/** Words to find it by that are not in its name. */
function tagsOf({ label, tags = [] }: Emoji): string {
  const known = new Set(label.toLowerCase().split(/\W+/));
  return tags.filter((tag) => !known.has(tag)).join(" ");
}

function toLine(emoji: Emoji): string {
  const light = emoji.skins?.find(({ tone }) => tone === LIGHT_TONE)?.emoji ?? "";
  const parts = [toEmoji(emoji.emoji), emoji.label, tagsOf(emoji), light && toEmoji(light)];
  return parts.join("\t").trimEnd();
}

function readData(address: string): unknown {
  return JSON.parse(readFileSync(new URL(address), "utf8"));
}

function readShown(): readonly Emoji[] {
  const all = readData(import.meta.resolve("emojibase-data/en/data.json")) as readonly Emoji[];
  return all.filter(({ version }) => version <= NEWEST_VERSION);
}

/** A line for each emoji that has short codes: itself, and behind it the codes. */
export function makeEmojiShortcodes(): string {
  const file = import.meta.resolve("emojibase-data/en/shortcodes/github.json");
  const codes = readData(file) as Readonly<Record<string, string | readonly string[]>>;
  return readShown()
    .filter(({ hexcode }) => hexcode in codes)
    .map(({ emoji, hexcode }) => [toEmoji(emoji) ?? emoji, codes[hexcode]].flat().join(" "))
    .join("\n");
}

/** A line for each category, and below it one for each emoji: itself, its name, more words, itself in a light skin. */
export function makeEmojiTable(): string {
  const shown = readShown();
  return Object.keys(groupsOf)
    .flatMap((category) => [
      category,
      ...shown.filter((emoji) => categoryOf(emoji) === category).map(toLine),
    ])
    .join("\n");
}

const makers = new Map([
  ["\0virtual:emoji-table", () => `export const emojiTable = ${JSON.stringify(makeEmojiTable())};`],
  [
    "\0virtual:emoji-shortcodes",
    () => `export const emojiShortcodes = ${JSON.stringify(makeEmojiShortcodes())};`,
  ],
]);

/** Gives both to the page as modules of their own, which are loaded with the picker, and with the first short code. */
export function emojiTable(): Plugin {
  return {
    name: "emoji-table",
    resolveId: (id) => (makers.has(`\0${id}`) ? `\0${id}` : undefined),
    load: (id) => makers.get(id)?.(),
  };
}
