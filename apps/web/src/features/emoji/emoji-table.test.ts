import { toEmoji } from "@colbin/protocol";
import { expect, test } from "vitest";
import { makeEmojiShortcodes, makeEmojiTable } from "../../../emoji-table.ts";
import { emojiCategories, inTone, parseEmojis, skinTones } from "./emojis.ts";

const emojis = parseEmojis(makeEmojiTable());

test("whatever can be picked, in every skin, is an emoji as everybody stores it", () => {
  const picked = emojis.flatMap((emoji) => skinTones.map((tone) => inTone(emoji, tone)));
  expect(picked.filter((emoji) => toEmoji(emoji) !== emoji)).toEqual([]);
});

test("each is there once, with a name, and no category is empty", () => {
  expect(new Set(emojis.map(({ emoji }) => emoji)).size).toBe(emojis.length);
  expect(emojis.filter(({ name }) => name === "")).toEqual([]);
  expect([...new Set(emojis.map(({ category }) => category))]).toEqual([...emojiCategories]);
  expect(emojis.length).toBeGreaterThan(1800);
});

test("the quick reactions are in it", () => {
  const known = new Set(emojis.map(({ emoji }) => emoji));
  expect(["👍", "❤️", "😂", "👀", "🎉"].filter((emoji) => !known.has(emoji))).toEqual([]);
});

test("the short codes that people write lead to their emoji", () => {
  const lines = makeEmojiShortcodes().split("\n");
  const emojiOf = (code: string) =>
    lines.find((line) => line.split(" ").slice(1).includes(code))?.split(" ")[0];
  expect(["+1", "thumbsup", "heart", "joy", "eyes", "tada", "100"].map(emojiOf)).toEqual(
    Array.from(["👍", "👍", "❤️", "😂", "👀", "🎉", "💯"]),
  );
  expect(lines.filter((line) => !/^\S+( [\w+-]+)+$/.test(line))).toEqual([]);
});
