import { findRanges } from "@colbin/protocol";
import { expect, test } from "vitest";
import { toExcerptParts } from "./found-excerpt.ts";

const draw = (text: string, terms: readonly string[]): string =>
  toExcerptParts(text, findRanges(text, terms))
    .map((part) => (part.isMarked ? `[${part.text}]` : part.text))
    .join("");

test.each([
  ["The São Paulo import", ["sao", "import"], "The [São] Paulo [import]"],
  ["日本語のテキスト", ["本語"], "日[本語]のテキスト"],
  ["שלום עולם", ["עולם"], "שלום [עולם]"],
  ["Found by its author", ["ada"], "Found by its author"],
  ["", ["ada"], ""],
])("%s", (text, terms, expected) => {
  expect(draw(text, terms)).toBe(expected);
});

test("a long text is cut around its first mark, between words and never within a sign", () => {
  const long = `${"word ".repeat(100)}import ${"😀".repeat(300)}`;
  const drawn = draw(long, ["import"]);
  expect(drawn).toMatch(/^…(word )+\[import\] 😀+…$/u);
  expect(drawn.length).toBeLessThan(300);
  expect(drawn.isWellFormed()).toBe(true);
  expect(draw(`${"😀".repeat(300)}import`, ["import"]).isWellFormed()).toBe(true);
});

test("the end of a long text is cut where only its author was found", () => {
  expect(draw("word ".repeat(100), ["ada"])).toMatch(/^(word )+…$/);
});
