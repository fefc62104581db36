import type { CustomEmoji } from "@colbin/protocol";

export const emojiCategories = ["smileys", "gestures", "hearts", "objects", "symbols"] as const;

/** Emoji of the organization come first, where it has some. */
export type EmojiCategory = (typeof emojiCategories)[number] | "custom";

/** None is the colour that the system draws by itself. */
export const skinTones = ["none", "light", "mediumLight", "medium", "mediumDark", "dark"] as const;

export type SkinTone = (typeof skinTones)[number];

export interface Emoji {
  readonly emoji: string;
  readonly name: string;
  /** Lower case: its name, and more that people look for. */
  readonly words: readonly string[];
  readonly category: EmojiCategory;
  /** With a light skin tone; absent where it has no tones. */
  readonly light: string | undefined;
  /** Address of the image of one that is no sign. */
  readonly image?: string;
}

const modifiers: Readonly<Record<SkinTone, string>> = {
  none: "",
  light: "\u{1F3FB}",
  mediumLight: "\u{1F3FC}",
  medium: "\u{1F3FD}",
  mediumDark: "\u{1F3FE}",
  dark: "\u{1F3FF}",
};

/** Reads the table that the build makes. */
export function parseEmojis(table: string): readonly Emoji[] {
  const emojis: Emoji[] = [];
  let category: EmojiCategory = "smileys";
  for (const line of table.split("\n")) {
    const [emoji = "", name, tags = "", light] = line.split("\t");
    if (name === undefined) {
      category = emoji as EmojiCategory;
      continue;
    }
    const words = `${name} ${tags}`.toLowerCase().split(/[^\p{L}\p{N}+]+/u);
    emojis.push({ emoji, name, words, category, light });
  }
  return emojis;
}

/** One of an organization, which is written `:name:`; it is found by each part of its name. */
export function toCustom({ name, address }: Pick<CustomEmoji, "name" | "address">): Emoji {
  const words = [name, ...name.split(/[_-]+/)];
  return { emoji: `:${name}:`, name, words, category: "custom", light: undefined, image: address };
}

/** The emoji in this skin, where it has one. */
export function inTone({ emoji, light }: Pick<Emoji, "emoji" | "light">, tone: SkinTone): string {
  if (light === undefined || tone === "none") return emoji;
  return light.replaceAll(modifiers.light, modifiers[tone]);
}

/** The emoji that were picked before, in the skin that they were picked in. */
export function toRecentEmojis(
  emojis: readonly Emoji[],
  recents: readonly string[],
): readonly Emoji[] {
  const known = new Map<string, Emoji>();
  for (const each of emojis) {
    for (const tone of skinTones) known.set(inTone(each, tone), each);
  }
  return recents.flatMap((emoji) => {
    const base = known.get(emoji);
    return base ? [{ ...base, emoji, light: undefined }] : [];
  });
}

/** Emoji where each word of the query begins a word of theirs; first the ones whose name begins with the query. */
export function searchEmojis(emojis: readonly Emoji[], query: string): readonly Emoji[] {
  const text = query.trim().toLowerCase();
  const wanted = text.split(/\s+/);
  const found = emojis.filter(
    ({ emoji, light, words }) =>
      emoji === text ||
      light === text ||
      wanted.every((part) => words.some((word) => word.startsWith(part))),
  );
  const isNamed = ({ name }: Emoji) => (name.toLowerCase().startsWith(text) ? 0 : 1);
  return found.toSorted((one, other) => isNamed(one) - isNamed(other));
}
