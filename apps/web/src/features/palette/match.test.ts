import * as fc from "fast-check";
import { expect, test } from "vitest";
import { markedParts, matchTitle, scoreOf } from "./match.ts";

const item = (title: string, ...keywords: string[]) => ({
  id: title,
  title,
  category: "channel" as const,
  keywords,
});
/** Words of few letters, so that they are found in each other. */
const word = fc.string({ unit: fc.constantFrom("a", "b", "B", "é", "🕊"), minLength: 1 });

test.each([
  ["incidents", 100],
  ["INC", 90],
  ["dents", 70],
  ["ids", 50],
  ["sdi", 0],
  ["  incidents ", 100],
  ["", 0],
])("%j is worth %i in the title incidents", (text, score) => {
  expect(scoreOf(text, item("incidents"))).toBe(score);
});

test("a keyword that contains it is worth 30 more, once", () => {
  expect(scoreOf("inc", item("incidents", "income", "since"))).toBe(120);
  expect(scoreOf("alert", item("incidents", "Alerts"))).toBe(30);
});

test("what is in a title is found there, the better the nearer it is to the whole", () => {
  fc.assert(
    fc.property(word, word, word, (before, text, after) => {
      const [exact, prefix, contains, fuzzy] = [
        text,
        text + after,
        before + text + after,
        Array.from(text).join("-"),
      ].map((title) => matchTitle(text, title).score);
      return (
        exact === 100 &&
        (prefix ?? 0) >= 90 &&
        (contains ?? 0) >= 70 &&
        (fuzzy ?? 0) >= 50 &&
        matchTitle(text, after.replaceAll(/./gu, "c")).score === 0
      );
    }),
  );
});

test("the case does not matter, and a shorter text finds whatever a longer one does", () => {
  fc.assert(
    fc.property(word, word, (text, title) => {
      const { score } = matchTitle(text, title);
      const shorter = Array.from(text).slice(0, -1).join("");
      return (
        matchTitle(text.toUpperCase(), title).score === score &&
        (score === 0 || shorter === "" || matchTitle(shorter, title).score >= 50)
      );
    }),
  );
});

test("the marked signs are what was looked for, and all parts together are the title", () => {
  fc.assert(
    fc.property(word, fc.oneof(word, fc.string()), (text, title) => {
      const parts = markedParts(text, title);
      const marked = parts.filter(({ isMarked }) => isMarked).map((part) => part.text);
      const isWhole = parts.map((part) => part.text).join("") === title;
      const isFound = matchTitle(text, title).score > 0;
      return isWhole && marked.join("").toLowerCase() === (isFound ? text.toLowerCase() : "");
    }),
  );
});
