import { expect, test } from "vitest";
import { filterParts, openFilterAt, openWordAt, withoutPart, writeFilter } from "./query-text.ts";

test("filters that are understood are found where they stand, and nothing else is", () => {
  const query = 'import -from:"Ada Lovelace" https://a.b has:tree before:2026-11-20';
  const parts = filterParts(query);
  expect(parts.map(({ filter }) => filter)).toEqual([
    { name: "from", value: "Ada Lovelace", isExcluded: true },
    { name: "before", value: "2026-11-20", isExcluded: false },
  ]);
  expect(parts.map((part) => query.slice(part.from, part.to))).toEqual(
    parts.map(({ text }) => text),
  );
  expect(parts.map((part) => withoutPart(query, part))).toEqual([
    "import https://a.b has:tree before:2026-11-20",
    'import -from:"Ada Lovelace" https://a.b has:tree ',
  ]);
});

test.each([
  ["from:sa", 7, { name: "from", typed: "sa" }],
  ["from:", 5, { name: "from", typed: "" }],
  ['-From:"Sam Ad', 13, { name: "from", typed: "Sam Ad" }],
  ["from:sa x", 9, undefined],
  ["from:sa", 0, undefined],
  ["https:sa", 8, undefined],
] as const)("the filter that is open in '%s' at %d", (query, caret, expected) => {
  const open = openFilterAt(query, caret);
  expect(open && { name: open.name, typed: open.typed }).toEqual(expected);
});

test.each([
  ["fr", 2, "fr"],
  ["x -be", 5, "-be"],
  ["f", 1, undefined],
  ["fr:", 3, undefined],
])("the word that may become a filter in '%s' at %d", (query, caret, expected) => {
  expect(openWordAt(query, caret)?.text).toBe(expected);
});

test("a name with blanks is put in quotes", () => {
  expect(writeFilter("from", "Ada")).toBe("from:Ada");
  expect(writeFilter("from", 'Ada "Countess" Lovelace')).toBe('from:"Ada Countess Lovelace"');
});
