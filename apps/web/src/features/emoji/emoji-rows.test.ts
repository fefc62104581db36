import { expect, test } from "vitest";
import { emojiAt, moveCell, toEmojiRows, type ArrowKey, type Cell } from "./emoji-rows.ts";
import { parseEmojis, toCustom } from "./emojis.ts";

const lines = ["smileys", "😀\tone", "😁\ttwo", "😂\tthree", "objects", "🔑\tkey", "💡\tbulb"];
const emojis = parseEmojis(lines.join("\n"));
const rows = toEmojiRows({ emojis, recents: emojis.slice(3, 4), query: "", columns: 2 });

test("the recent ones come first, then the categories that are not empty", () => {
  const drawn = rows.map((row) =>
    row.kind === "title" ? row.section : row.cells.map(({ emoji }) => emoji).join(""),
  );
  expect(drawn).toEqual(["recent", "🔑", "smileys", "😀😁", "😂", "objects", "🔑💡"]);
});

test("emoji of the organization are the first category, and the first that a search finds", () => {
  const own = ["two-party", "one"].map((name) => toCustom({ name, address: `/${name}` }));
  const draw = (query: string) =>
    toEmojiRows({ emojis: [...own, ...emojis], recents: [], query, columns: 9 })
      .slice(0, 2)
      .map((row) => (row.kind === "title" ? row.section : row.cells.map(({ emoji }) => emoji)));
  expect(draw("")).toEqual(["custom", [":two-party:", ":one:"]]);
  expect(draw("two")).toEqual(["found", [":two-party:", "😁"]]);
  expect(draw("party")).toEqual(["found", [":two-party:"]]);
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
