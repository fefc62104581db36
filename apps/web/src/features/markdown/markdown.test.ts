import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import {
  LIST_DEPTH_MAX,
  MARKDOWN_NODES_MAX,
  MARKDOWN_STEPS_MAX,
  TABLE_ROWS_MAX,
} from "./constants.ts";
import { lex } from "./markdown-lexer.ts";
import { parseMarkdown, type Block, type Inline } from "./markdown.ts";

const text = (words: string): Inline => ({ kind: "text", text: words });

function only(content: string): Block | undefined {
  const blocks = parseMarkdown(content);
  expect(blocks).toHaveLength(1);
  return blocks[0];
}

function inlines(content: string): readonly Inline[] {
  const block = only(content);
  if (block?.kind !== "paragraph") throw new Error(`not a paragraph: ${JSON.stringify(block)}`);
  return block.children;
}

describe("inline", () => {
  test.each([
    ["**b**", [{ kind: "strong", children: [text("b")] }]],
    [
      "*i* _j_",
      [
        { kind: "emphasis", children: [text("i")] },
        text(" "),
        { kind: "emphasis", children: [text("j")] },
      ],
    ],
    ["~~s~~", [{ kind: "strike", children: [text("s")] }]],
    ["`a*b*`", [{ kind: "code", text: "a*b*" }]],
    [
      "a ||**b** c||",
      [
        text("a "),
        { kind: "spoiler", children: [{ kind: "strong", children: [text("b")] }, text(" c")] },
      ],
    ],
    ["a\nb", [text("a"), { kind: "break" }, text("b")]],
    ["|| not ||", [text("|| not ||")]],
    ["\\*a\\*", [text("*"), text("a"), text("*")]],
    ["snake_case_name", [text("snake_case_name")]],
  ])("%j", (content, expected) => {
    expect(inlines(content)).toEqual(expected);
  });

  test("a bare address becomes a link that reads as its host", () => {
    expect(inlines("see https://www.example.org/a?b=1 now")[1]).toEqual({
      kind: "link",
      href: "https://www.example.org/a?b=1",
      host: undefined,
      children: [text("example.org")],
    });
  });

  test.each(["paypal.com", "**pay**pal.com", "paypal\\.com", "`paypal`.*com*"])(
    "a link whose words look like another address shows its host: %s",
    (words) => {
      expect(inlines(`[${words}](https://evil.example/x)`)[0]).toMatchObject({
        kind: "link",
        host: "evil.example",
      });
      expect(inlines(`[${words}](https://paypal.com/x)`)[0]).toMatchObject({ host: undefined });
    },
  );

  test.each([
    "[x](javascript:alert(1))",
    "[x](data:text/html,y)",
    "![x](javascript:alert(1))",
    "[x](/settings)",
  ])("%s stays text", (content) => {
    expect(inlines(content).every(({ kind }) => kind === "text")).toBe(true);
    expect(wordsOf(parseMarkdown(content))).toBe(content);
  });

  test("a picture of another site is a link", () => {
    expect(inlines("![chart](https://example.org/a.png)")[0]).toMatchObject({
      kind: "link",
      children: [text("chart")],
    });
  });

  test.each([
    "<b>x</b>",
    "<script>alert(1)</script>",
    "a <img src=x onerror=alert(1)> b",
    "<!-- c -->",
    "[a]: /x 'title'",
    "&lt;b&gt;",
  ])("HTML and definitions are text: %s", (content) => {
    expect(wordsOf(parseMarkdown(content))).toBe(content);
  });
});

describe("blocks", () => {
  test("code keeps every character and its language", () => {
    expect(only("```ts x\nif (a < b) {}\n\n  **c**\n```")).toEqual({
      kind: "code",
      language: "ts x",
      text: "if (a < b) {}\n\n  **c**",
    });
  });

  test("an open fence is code to the end", () => {
    expect(only("```\na\nb")).toEqual({ kind: "code", language: "", text: "a\nb" });
  });

  test("quotes, rules and headings 1 to 3; deeper ones are text", () => {
    expect(parseMarkdown("# a\n\n> b\n\n---\n\n#### c").map(({ kind }) => kind)).toEqual([
      "heading",
      "quote",
      "rule",
      "plain",
    ]);
  });

  test("an underlined line is no heading, and an indented one no code", () => {
    expect(parseMarkdown("a\n---\n\n    b").map(({ kind }) => kind)).toEqual([
      "paragraph",
      "rule",
      "paragraph",
    ]);
  });

  test("lists know their start and what is done", () => {
    expect(only("3. a\n4. b")).toMatchObject({ kind: "list", start: 3 });
    expect(only("- [x] a\n- [ ] b\n- c")).toMatchObject({
      kind: "list",
      start: undefined,
      items: [{ isDone: true }, { isDone: false }, { isDone: undefined }],
    });
  });

  test("lists deeper than the limit are text", () => {
    const deep = Array.from(
      { length: LIST_DEPTH_MAX + 1 },
      (_, depth) => `${"  ".repeat(depth)}- x${depth}`,
    ).join("\n");
    expect(JSON.stringify(parseMarkdown(deep)).match(/"kind":"list"/g)).toHaveLength(
      LIST_DEPTH_MAX,
    );
    expect(wordsOf(parseMarkdown(deep))).toContain(`x${LIST_DEPTH_MAX}`);
  });

  test("a table has cells with their text; a larger one than allowed is text", () => {
    expect(only("| a | b |\n|---|---|\n| **1** | 2 |")).toMatchObject({
      kind: "table",
      head: [{ text: "a" }, { text: "b" }],
      rows: [[{ children: [{ kind: "strong" }] }, { text: "2" }]],
    });
    const tall = `| a |\n|---|\n${"| 1 |\n".repeat(TABLE_ROWS_MAX + 1)}`;
    expect(only(tall)).toMatchObject({ kind: "plain" });
  });
});

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

  test("grows with the length of an ordinary text, and the longest is formatted", () => {
    const [half, whole] = [ordinary(19), ordinary(38)];

    expect(whole.length).toBeGreaterThan(9000);
    expect(lex(whole).steps / lex(half).steps).toBeLessThan(2.2);
    expect(countReads(whole) / countReads(half)).toBeLessThan(2.2);
    expect(lex(whole).steps).toBeLessThan(MARKDOWN_STEPS_MAX);
    expect(parseMarkdown(whole).some(({ kind }) => kind === "plain")).toBe(false);
  });

  test.each([
    ["stars that may begin, then stars that may end", "*a ".repeat(2500) + "b*".repeat(1200)],
    ["spoilers and stars", "||*a ".repeat(2000)],
    ["underscores in words", "_b&".repeat(3300)],
    ["strong and emphasis in each other", "**a *b ".repeat(1300) + "c* d** ".repeat(100)],
    ["strike and brackets", "~~a [".repeat(2000)],
    ["links without an end", `${"[a](".repeat(2400)})`],
    ["pictures and strong", "**a ![".repeat(1600)],
  ])("is bounded: %s", (_, content) => {
    expect(countReads(content)).toBeLessThan(80_000);
  });

  test.each([
    ["blanks", `a${" ".repeat(9000)}b`],
    ["exclamation marks", "!".repeat(9000)],
    ["the word before an @", `${"a".repeat(9000)}@b`],
    ["punctuation after an address", `https://a.b${"~".repeat(9000)}:`],
    ["escaped backticks", "\\```".repeat(2400)],
    ["escaped brackets", "[\\".repeat(4800)],
    ["the ends of spoilers", "(||".repeat(3000)],
    ["rules of tables in a quote", "\n> --".repeat(1900)],
  ])("that one rule would do alone is refused: %s", (_, content) => {
    expect(parseMarkdown(content)).toEqual([{ kind: "plain", text: content }]);
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

  test("any text becomes a tree, and no link leaves http, https and mailto", () => {
    const piece = fc.constantFrom(
      "*",
      "_",
      "`",
      "~~",
      "||",
      "[",
      "](",
      ")",
      "<",
      ">",
      "\n",
      "- ",
      "1. ",
      "# ",
      "|",
      "```",
      "!",
      "javascript:",
      "https://a.b",
      "x",
      " ",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 60 }), (pieces) => {
        const links = [
          ...JSON.stringify(parseMarkdown(pieces.join(""))).matchAll(/"href":"([^"]*)"/g),
        ];
        for (const match of links) expect(match[1]).toMatch(/^(https?|mailto):/);
      }),
      { numRuns: 500 },
    );
  });
});

/** How often a rule or a delimiter was looked for while a text was read: what the library does, not what our budget says. */
function countReads(content: string): number {
  const spy = vi.spyOn(RegExp.prototype, "exec");
  try {
    parseMarkdown(content);
    return spy.mock.calls.length;
  } finally {
    spy.mockRestore();
  }
}

function countNodes(value: unknown): number {
  return JSON.stringify(value).match(/"kind":/g)?.length ?? 0;
}

/** All words of a tree in their order. */
function wordsOf(blocks: readonly Block[]): string {
  return [...JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)]
    .map((match) => JSON.parse(match[1] ?? '""') as string)
    .join("");
}
