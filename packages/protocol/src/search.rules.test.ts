import { describe, expect, it } from "vitest";
import { findRanges, foldText } from "./search.fold.ts";
import { readSearch } from "./search.rules.ts";

const on = { isExcluded: false };
const off = { isExcluded: true };

describe("readSearch", () => {
  it.each([
    [
      "tile server",
      [
        { text: "tile", ...on },
        { text: "server", ...on },
      ],
      [],
    ],
    [
      '"tile server" -cache',
      [
        { text: "tile server", ...on },
        { text: "cache", ...off },
      ],
      [],
    ],
    [
      '-"old plan" x',
      [
        { text: "old plan", ...off },
        { text: "x", ...on },
      ],
      [],
    ],
    [
      "from:ada -has:link",
      [],
      [
        { name: "from", value: "ada", ...on },
        { name: "has", value: "link", ...off },
      ],
    ],
    [
      'from:"Ada Lovelace" in:#general',
      [],
      [
        { name: "from", value: "Ada Lovelace", ...on },
        { name: "in", value: "general", ...on },
      ],
    ],
    [
      "ON:2026-02-28 mentions:me",
      [],
      [
        { name: "on", value: "2026-02-28", ...on },
        { name: "mentions", value: "me", ...on },
      ],
    ],
    [
      "on:2026-02-30 has:wings https://a.example - colour:red",
      [
        { text: "on:2026-02-30", ...on },
        { text: "has:wings", ...on },
        { text: "https://a.example", ...on },
        { text: "colour:red", ...on },
      ],
      [],
    ],
    ['"never closed', [{ text: "never closed", ...on }], []],
    ['"" -', [], []],
  ])("reads %s", (query, terms, filters) => {
    expect(readSearch(query)).toEqual({ terms, filters });
  });
});

describe("foldText", () => {
  it.each([
    ["Crème Brûlée", "creme brulee"],
    ["ΣΊΣΥΦΟΣ ς", "σισυφοσ σ"],
    ["STRASSE straße", "strasse strasse"],
    ["İstanbul Łódź Søren", "istanbul lodz soren"],
    ["ＡＢＣ\u3000１２", "abc 12"],
    ["がか 한국", "がか 한국"],
    ["هَٰذَا", "هذا"],
    ["हिन्दी", "हिन्दी"],
    ["a\u200bb\n\n c", "ab c"],
    ["\n A  b\tC ", "a b c "],
    ["\n Ä  b\tC ", "a b c "],
  ])("folds %s", (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  it.each([
    ["Crème and CREME", ["creme"], ["Crème", "CREME"]],
    ["Straße", ["stras"], ["Straß"]],
    ["a  b", ["a b"], ["a  b"]],
    ["日本語です", ["本語"], ["本語"]],
    ["aaaa", ["aa"], ["aaaa"]],
    ["nothing", ["x", ""], []],
  ])("marks in %s", (text, terms, marked) => {
    expect(findRanges(text, terms).map(([from, to]) => text.slice(from, to))).toEqual(marked);
  });
});
