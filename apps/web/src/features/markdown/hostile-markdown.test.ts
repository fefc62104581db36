import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { IMAGES_MAX, MARKDOWN_NODES_MAX } from "./constants.ts";
import { parseMarkdown } from "./markdown.ts";

/** The most steps for each character of a text. */
const STEPS = 40;

describe("work", () => {
  const ordinary = (sections: number) =>
    Array.from(
      { length: sections },
      (_, at) => `## Part ${at}

See **the** _report_ of part ${at} with \`code_${at}\`, a ||secret|| and [a link](https://example.org/${at}),
or https://example.org/a_b/${at}?c=d and snake_case_words; 2 * 3 * ${at}.

- one
- [x] two *three*
  > four

| a | b |
|---|---|
| ~~c~~ | d |
`,
    ).join("\n");

  test("the longest ordinary text is formatted", () => {
    const content = ordinary(38);
    expect(content.length).toBeGreaterThan(9000);
    expect(parseMarkdown(content).some(({ kind }) => kind === "plain")).toBe(false);
  });

  test.each([
    ["stars that may begin, then stars that may end", "*a ".repeat(2500) + "b*".repeat(1200)],
    ["stars that begin, then underscores that end", "*a ".repeat(1700) + "a_ ".repeat(1600)],
    ["spoilers and stars", "||*a ".repeat(2000)],
    ["underscores in words", "_b&".repeat(3300)],
    ["strong and emphasis in each other", "**a *b ".repeat(1300) + "c* d** ".repeat(100)],
    ["strike and brackets", "~~a [".repeat(2000)],
    ["links without an end", `${"[a](".repeat(2400)})`],
    ["pictures and strong", "**a ![".repeat(1600)],
    ["blanks", `a${" ".repeat(9000)}b`],
    ["exclamation marks", "!".repeat(9000)],
    ["the word before an @", `${"a".repeat(9000)}@b`],
    ["punctuation after an address", `https://a.b${"~".repeat(9000)}:`],
    ["escaped backticks", "\\```".repeat(2400)],
    ["escaped brackets", "[\\".repeat(4800)],
    ["the ends of spoilers", "(||".repeat(3000)],
    ["rules of tables in a quote", "\n> --".repeat(1900)],
    ["addresses that are none", "https://%".repeat(1100)],
    ["titles without an end", `[a](b "`.repeat(1400)],
    ["backticks of every length", Array.from({ length: 130 }, (_, at) => "`".repeat(at)).join(" ")],
    ["lists in a row", "- ".repeat(5000)],
    ["items with nothing in them", "-\n".repeat(5000)],
    ["quotes and lists", `${"> - ".repeat(10)}a\n`.repeat(240)],
    ["lines that go on with quotes", `${">".repeat(20)}a\n`.repeat(450)],
    ["a heading of blanks", `#${" ".repeat(9000)}#`],
    ["marks in marks in a link", `[${"*a ".repeat(1600)}${"a*".repeat(1600)}](https://b.c)`],
    ["links in links", "[a [b](https://c.d) ".repeat(500) + "](https://e.f)".repeat(50)],
  ])("is bounded: %s", (_, content) => {
    expect(countSteps(content)).toBeLessThan(STEPS * content.length);
    // CVE-2026-2327 of markdown-it: of 64 KiB, six times what a message may have, it is no more for each character.
    const longer = content.repeat(Math.ceil(65_536 / content.length));
    expect(countSteps(longer)).toBeLessThan(STEPS * longer.length);
  });
});

describe("hostile text", () => {
  test.each([
    ["nested quotes", "> ".repeat(3000)],
    ["nested quotes without blanks", `${">".repeat(5000)}x`],
    [
      "nested lists",
      Array.from({ length: 200 }, (_, depth) => `${" ".repeat(depth * 2)}- x`).join("\n"),
    ],
    ["stars", "*".repeat(10_000)],
    ["stars and letters", "*a ".repeat(3000)],
    ["brackets", "[".repeat(10_000)],
    ["images", "![".repeat(5000)],
    ["links", "[a](".repeat(2500)],
    ["backticks", "`a".repeat(5000)],
    ["spoilers", "||a ".repeat(2500)],
    ["underscores", "_".repeat(10_000)],
    ["tildes", "~~a ".repeat(2500)],
    ["tags", "<a ".repeat(3000)],
    ["many words", "**a** ".repeat(1600)],
    ["addresses", "https://a.b/".repeat(800)],
    ["blank lines", "\n".repeat(10_000)],
  ])("%s: nothing is lost, nothing breaks", (_, content) => {
    const blocks = parseMarkdown(content);
    expect(countNodes(blocks)).toBeLessThanOrEqual(MARKDOWN_NODES_MAX);
  });

  test("what is too deep or too large is shown as it was written", () => {
    const content = "> ".repeat(100).concat("x");
    expect(parseMarkdown(content)).toEqual([{ kind: "plain", text: content }]);
  });

  const pieces = fc
    .array(
      fc.constantFrom(
        ...Array.from("*_`|[!()<>\n\\#@.:- \tx"),
        "**",
        "~~",
        "||",
        "](",
        "](<",
        '"',
        "'",
        "- ",
        "1. ",
        "> ",
        "|-|",
        "```",
        "  \n",
        "www.",
        "javascript:",
        "$$",
        "\n$$\n",
        ":tada:",
        "![",
        "](https://a.b/c)",
        "\n- [ ] ",
        "> 1. [x] ",
        "https://a.b",
      ),
      { minLength: 1, maxLength: 10 },
    )
    .map((each) => each.join(""));

  test("any text becomes a tree, and no link leaves http, https and mailto", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string()), { maxLength: 12 }), (parts) => {
        const links = [
          ...JSON.stringify(parseMarkdown(parts.join(""))).matchAll(/"href":"([^"]*)"/g),
        ];
        for (const match of links) expect(match[1]).toMatch(/^(https?|mailto):/);
      }),
      { numRuns: 500 },
    );
  });

  test("each task knows its box, and a message has so many pictures", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const content = parts.join("");
        const tree = JSON.stringify(parseMarkdown(content));
        for (const [, at] of tree.matchAll(/"isDone":\w+,"at":(\d+)/g))
          expect(content.slice(Number(at) - 1, Number(at) + 2)).toMatch(/^\[[ xX]\]$/);
        expect(tree.split('"kind":"image"').length - 1).toBeLessThanOrEqual(IMAGES_MAX);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    ["blocks of code", "```\na\n```\n"],
    ["tables", "|a|\n|-|\n\n"],
    ["formulas", "$$a$$ "],
    ["tasks", "- [ ] a\n"],
  ])("%s count for more than their texts: each costs a page many elements", (_, piece) => {
    const countKinds = (times: number) =>
      new Set(parseMarkdown(piece.repeat(times)).map(({ kind }) => kind));
    expect(countKinds(50)).not.toContain("plain");
    expect(countKinds(600)).toEqual(new Set(["plain"]));
  });

  test("the length of formulas counts as well", () => {
    const kinds = (times: number) =>
      new Set(parseMarkdown(`$$${"a".repeat(100)}$$ `.repeat(times)).map(({ kind }) => kind));
    expect(kinds(15)).toEqual(new Set(["paragraph"]));
    expect(kinds(20)).toEqual(new Set(["plain"]));
  });

  test("no word is lost but in the title of a link", () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
        const words = parts.map((_, at) => `w${at}w`);
        const content = parts.map((part, at) => part.replaceAll(/["']/g, "") + words[at]).join("");
        const tree = JSON.stringify(parseMarkdown(content));
        for (const word of words) expect(tree).toContain(word);
      }),
      { numRuns: 500 },
    );
  });

  test("the work grows with the length of any text, and no faster", () => {
    fc.assert(
      fc.property(pieces, pieces, (one, other) => {
        const content = one.repeat(2500 / one.length) + other.repeat(2500 / other.length);
        expect(countSteps(content)).toBeLessThan(STEPS * content.length);
      }),
      { numRuns: 100 },
    );
  });
});

/** How often a character or a mark that waits for its end is looked at; a rule looks at what it matches. */
function countSteps(content: string): number {
  let steps = 0;
  const undo = [
    watch(String.prototype, "charAt", () => (steps += 1)),
    watch(Array.prototype, "at", () => (steps += 1)),
    watch(RegExp.prototype, "exec", (match: RegExpExecArray | null) => {
      steps += 1 + (match?.[0].length ?? 0);
    }),
  ];
  try {
    parseMarkdown(content);
    return steps;
  } finally {
    for (const restore of undo) restore();
  }
}

/** Tells of each call of a method until the returned function is called. */
function watch(prototype: object, name: string, tell: (result: never) => void): () => void {
  const method = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
  const original = method.value as (...parameters: unknown[]) => never;
  function watched(this: unknown, ...parameters: unknown[]) {
    const result = Reflect.apply(original, this, parameters);
    tell(result);
    return result;
  }
  Object.defineProperty(prototype, name, { ...method, value: watched });
  return () => Object.defineProperty(prototype, name, method);
}

function countNodes(value: unknown): number {
  return JSON.stringify(value).match(/"kind":/g)?.length ?? 0;
}
