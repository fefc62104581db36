import { toEmoji } from "@colbin/protocol";
import { expect, test } from "vitest";
import { makeEmojiTable } from "../../../emoji-table.ts";
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
