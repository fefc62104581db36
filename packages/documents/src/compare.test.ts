import type { ComparedNode } from "@colbin/protocol";
import { describe, expect, it, test } from "vitest";
import { align } from "./align.ts";
import { compareContent } from "./compare.ts";
import { fromMarkdown } from "./markdown.ts";

/** In words: `[-gone-]` and `{+new+}`, a block a line. */
function tell({ text, content, change, type, attrs }: ComparedNode): string {
  const named: unknown = attrs?.["label"];
  const inner =
    text ??
    (typeof named === "string" ? named : undefined) ??
    (content ?? []).map(tell).join(type === "paragraph" ? "" : "|");
  return change === "added" ? `{+${inner}+}` : change === "removed" ? `[-${inner}-]` : inner;
}

const person = (name: string) =>
  `[@${name}](colbin:person/00000000-0000-4000-8000-00000000000${name.toLowerCase()})`;

const compare = (before: string, after: string) =>
  compareContent(fromMarkdown(before), fromMarkdown(after));

describe("two contents", () => {
  it.each([
    ["the same", "One\n\nTwo", "One\n\nTwo", ["One", "Two"]],
    ["a word", "The red fox ran", "The quick fox ran", ["The [-red-]{+quick+} fox ran"]],
    ["a block more", "One\n\nThree", "One\n\nTwo\n\nThree", ["One", "{+Two+}", "Three"]],
    ["a block less", "One\n\nTwo\n\nThree", "One\n\nThree", ["One", "[-Two-]", "Three"]],
    [
      "a changed block beside a new one",
      "A long line about tides",
      "Something else first\n\nA long line about moons",
      ["{+Something else first+}", "A long line about [-tides-]{+moons+}"],
    ],
    ["an item of a list", "- a\n- b", "- a\n- c\n- b", ["a|{+c+}|b"]],
    ["bold", "so bold now", "so **bold** now", ["so [-bold-]{+bold+} now"]],
    ["a heading that was text", "Plan", "## Plan", ["[-Plan-]", "{+Plan+}"]],
    ["a person", `by ${person("A")} now`, `by ${person("B")} now`, ["by [-A-]{+B+} now"]],
    ["everything", "Old", "", ["[-Old-]"]],
  ])("differ by %s", (_, before, after, told) => {
    expect(compare(before, after).blocks.map(tell).filter(Boolean)).toEqual(told);
  });

  it("count the words that came and went", () => {
    expect(compare("The red fox ran", "The very quick fox")).toMatchObject({
      addedWords: 2,
      removedWords: 2,
      isCoarse: false,
    });
  });
});

test.each([
  ["stay", (items: readonly string[]) => items, 0],
  ["are moved by one", (items: readonly string[]) => [...items.slice(1), "first"], 1],
])("two hundred thousand items that %s are aligned", (_, change, moved) => {
  const items = Array.from({ length: 200_000 }, (__, at) => `item ${at}`);
  const pairs = align(items, change(items));
  expect(pairs.length).toBe(items.length - moved);
  expect(pairs.every(([before, after]) => before - after === moved)).toBe(true);
});

test("a hundred thousand words are compared in bounded time, coarsely where all of them changed", () => {
  const write = (offset: number) =>
    Array.from({ length: 2_000 }, (_, block) =>
      Array.from({ length: 50 }, (__, word) => `w${block}x${(word + offset) % 50}`).join(" "),
    ).join("\n\n");
  const begin = performance.now();
  const { blocks, isCoarse } = compare(write(0), write(25));
  expect(performance.now() - begin).toBeLessThan(20_000);
  expect(isCoarse).toBe(true);
  expect(blocks.length).toBe(2_000);
});
