import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LIST_DEPTH_MAX, MARKDOWN_NODES_MAX, TABLE_ROWS_MAX } from "./constants.ts";
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

  test("a link whose words look like another address shows its host", () => {
    expect(inlines("[paypal.com](https://evil.example/x)")[0]).toMatchObject({
      kind: "link",
      host: "evil.example",
    });
  });

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

function countNodes(value: unknown): number {
  return JSON.stringify(value).match(/"kind":/g)?.length ?? 0;
}

/** All words of a tree in their order. */
function wordsOf(blocks: readonly Block[]): string {
  return [...JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)]
    .map((match) => JSON.parse(match[1] ?? '""') as string)
    .join("");
}
