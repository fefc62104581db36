import { expect, test } from "vitest";
import { emojiAt, moveCell, toEmojiRows, type ArrowKey, type Cell } from "./emoji-rows.ts";
import { parseEmojis } from "./emojis.ts";

const lines = ["smileys", "😀\tone", "😁\ttwo", "😂\tthree", "objects", "🔑\tkey", "💡\tbulb"];
const emojis = parseEmojis(lines.join("\n"));
const rows = toEmojiRows({ emojis, recents: emojis.slice(3, 4), query: "", columns: 2 });

test("the recent ones come first, then the categories that are not empty", () => {
  const drawn = rows.map((row) =>
    row.kind === "title" ? row.section : row.cells.map(({ emoji }) => emoji).join(""),
  );
  expect(drawn).toEqual(["recent", "🔑", "smileys", "😀😁", "😂", "objects", "🔑💡"]);
});

test("a search shows what it found and nothing else", () => {
  const found = toEmojiRows({ emojis, recents: emojis, query: "t", columns: 2 });
  expect(found).toMatchObject([
    { kind: "title", section: "found", count: 2 },
    { cells: [{ emoji: "😁" }, { emoji: "😂" }] },
  ]);
});

test.each([
  ["ArrowDown ArrowDown", "😀"],
  ["ArrowDown ArrowRight ArrowRight", "😁"],
  ["ArrowDown ArrowRight ArrowRight ArrowRight ArrowRight", "🔑"],
  ["ArrowDown ArrowRight ArrowRight ArrowDown", "😂"],
  ["ArrowDown ArrowRight ArrowLeft", "🔑"],
  ["ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown", "🔑"],
  ["ArrowDown ArrowUp", "🔑"],
  ["ArrowRight ArrowLeft ArrowLeft", "🔑"],
])("%s leads to %s", (keys, emoji) => {
  let cell: Cell | undefined;
  for (const key of keys.split(" ")) cell = moveCell(rows, cell, key as ArrowKey);
  expect(emojiAt(rows, cell)?.emoji).toBe(emoji);
});
