import { describe, expect, test } from "vitest";
import { IMAGES_MAX, LIST_DEPTH_MAX, TABLE_ROWS_MAX } from "./constants.ts";
import { parseMarkdown } from "./markdown.ts";
import type { Block, Inline } from "./tree.ts";

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
    ["\\*a\\*", [text("*a*")]],
    ["snake_case_name", [text("snake_case_name")]],
  ])("%j", (content, expected) => {
    expect(inlines(content)).toEqual(expected);
  });

  const link = (href: string, words: string, host?: string): Inline => ({
    kind: "link",
    href,
    host,
    children: [text(words)],
  });

  test.each([
    ["https://example.org/a_b_c.", [link("https://example.org/a_b_c", "example.org"), text(".")]],
    ["(https://a.org/b_(c))", [text("("), link("https://a.org/b_(c)", "a.org"), text(")")]],
    ["**https://a.org**", [{ kind: "strong", children: [link("https://a.org/", "a.org")] }]],
    ["||https://a.org||", [{ kind: "spoiler", children: [link("https://a.org/", "a.org")] }]],
    ["[https://a.org]", [text("["), link("https://a.org/", "a.org"), text("]")]],
    ["https://a.org/?b[]=1", [link("https://a.org/?b[]=1", "a.org")]],
    ["www.a.org, awww.b", [link("http://www.a.org/", "a.org"), text(", awww.b")]],
    ["to a_b@c.org.", [text("to "), link("mailto:a_b@c.org", "a_b@c.org"), text(".")]],
    [
      "<https://a.org> <a@b>",
      [link("https://a.org/", "a.org"), text(" "), link("mailto:a@b", "a@b")],
    ],
    ["[https://a.org](https://b.org)", [link("https://b.org/", "https://a.org", "b.org")]],
    ["[![c](https://d.org)](https://b.org)", [link("https://b.org/", "c")]],
    ["[](https://b.org)", [link("https://b.org/", "b.org")]],
    ["[a*b](/c) *d", [text("[a*b](/c) *d")]],
    ["http:// https://% x@y", [text("http:// https://% x@y")]],
  ])("addresses: %s", (content, expected) => {
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

  const image = (href: string, alt: string): Inline => ({ kind: "image", href, text: alt });

  test.each([
    ["![chart](https://a.org/b.png)", [image("https://a.org/b.png", "chart")]],
    ["![](http://a.org/b)", [image("http://a.org/b", "")]],
    ["![mail](mailto:a@b.c)", [link("mailto:a@b.c", "mail")]],
    ["a ![b **c**](https://a.org)", [text("a "), image("https://a.org/", "b **c**")]],
    ["||![b](https://a.org)||", [{ kind: "spoiler", children: [image("https://a.org/", "b")] }]],
  ])("pictures by address: %s", (content, expected) => {
    expect(inlines(content)).toEqual(expected);
  });

  test("a message has so many pictures, and none in a table; further ones are links", () => {
    const blocks = parseMarkdown("![a](https://b.org)\n\n".repeat(IMAGES_MAX + 2));
    expect(JSON.stringify(blocks).match(/"kind":"image"/g)).toHaveLength(IMAGES_MAX);
    expect(JSON.stringify(blocks).match(/"kind":"link"/g)).toHaveLength(2);
    expect(JSON.stringify(parseMarkdown("|a|\n|-|\n|![b](https://c.org)|"))).toContain('"link"');
  });

  const code = (written: string): Inline => ({ kind: "shortcode", text: written });

  test.each([
    ["well done :tada:!", [text("well done "), code(":tada:"), text("!")]],
    [":+1::heart:", [code(":+1:"), code(":heart:")]],
    ["**:joy:**", [{ kind: "strong", children: [code(":joy:")] }]],
    ["from 10:30:45 to 10:40:00", [text("from 10:30:45 to 10:40:00")]],
    ["\\:tada: and : tada :", [text(":tada: and : tada :")]],
    ["`:tada:`", [{ kind: "code", text: ":tada:" }]],
    [
      "[see :tada:](https://a.org)",
      [{ ...link("https://a.org/", ""), children: [text("see "), code(":tada:")] }],
    ],
  ])("short codes of emoji: %s", (content, expected) => {
    expect(inlines(content)).toEqual(expected);
  });

  const formula = (written: string): Inline => ({ kind: "formula", text: written });

  test.each([
    ["so $$a_1*b*c_2$$ it is", [text("so "), formula("a_1*b*c_2"), text(" it is")]],
    ["$$ a $$ and $$b$$", [formula("a"), text(" and "), formula("b")]],
    ["x $$`a`$$", [text("x "), formula("`a`")]],
    ["`$$a$$`", [{ kind: "code", text: "$$a$$" }]],
    ["\\$$a$$", [text("$$a$$")]],
    ["5 $ or 6 $, $$$ and $$", [text("5 $ or 6 $, $$$ and $$")]],
    ["$$ $$ b", [text("$$ $$ b")]],
    ["[a $$b$$](https://a.org)", [link("https://a.org/", "a $$b$$")]],
  ])("formulas in a line: %s", (content, expected) => {
    expect(inlines(content)).toEqual(expected);
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

  test.each(["#", "## ##"])("a heading without words is text: %s", (content) => {
    expect(only(content)).toEqual({ kind: "plain", text: content });
  });

  test("lines of a paragraph keep their own blanks", () => {
    expect(inlines("Error: a  \n    at b")).toEqual([
      text("Error: a"),
      { kind: "break" },
      text("    at b"),
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
      items: [
        { task: { isDone: true, at: 3 } },
        { task: { isDone: false, at: 11 } },
        { task: undefined },
      ],
    });
  });

  test.each([
    ["$$a^2$$", "a^2"],
    ["$$\na\n\n+ b\n> c\n$$", "a\n\n+ b\n> c"],
    ["$$ a\n= b $$", "a\n= b"],
    ["  $$\n  a\n  $$  ", "a"],
  ])("a formula of its own: %j", (content, expected) => {
    expect(only(content)).toEqual({ kind: "formula", text: expected });
  });

  test("a formula stands in quotes and lists, and ends a paragraph", () => {
    expect(only("> $$\n> a\n> $$")).toMatchObject({ blocks: [{ kind: "formula", text: "a" }] });
    expect(only("- $$\n  a\n  $$")).toMatchObject({ items: [{ blocks: [{ text: "a" }] }] });
    expect(parseMarkdown("so\n$$\na\n$$\n**b**")).toMatchObject([
      { kind: "paragraph" },
      { kind: "formula", text: "a" },
      { kind: "paragraph" },
    ]);
  });

  test.each(["$$\na\n\n- b", "$$\n$$", "$$a\n\nb"])(
    "a formula that does not end, or has nothing in it, is text: %j",
    (content) => {
      const blocks = parseMarkdown(content);
      expect(JSON.stringify(blocks)).not.toContain('"formula"');
      expect(JSON.stringify(blocks)).toContain("$$");
    },
  );

  test.each([
    ["- [ ] a", [3]],
    ["* [x] a\r\n* [X] b\r* [ ] c", [3, 12, 20]],
    ["> 1. [ ] a\n>    - [ ] b", [6, 19]],
    ["- \t[ ] a\n\t- [x] b\n", [4, 13]],
    ["- [ ]\n- [x]a\n- `[ ]` b\n- [ ] [x] c", [26]],
  ])("a task knows the place of its mark: %j", (content, expected) => {
    const places = [...JSON.stringify(parseMarkdown(content)).matchAll(/"at":(\d+)/g)];
    expect(places.map(([, at]) => Number(at))).toEqual(expected);
    for (const at of expected) expect(content.slice(at - 1, at + 2)).toMatch(/^\[[ xX]\]$/);
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
    expect(only("| a |\n|:-:|\n| b | c |")).toMatchObject({ rows: [[{ text: "b | c" }]] });
    expect(only("| a |\n|---|\n| b \\| c |")).toMatchObject({ rows: [[{ text: "b | c" }]] });
    const tall = `| a |\n|---|\n${"| 1 |\n".repeat(TABLE_ROWS_MAX + 1)}`;
    expect(only(tall)).toMatchObject({ kind: "plain" });
  });
});

/** All words of a tree in their order. */
function wordsOf(blocks: readonly Block[]): string {
  return [...JSON.stringify(blocks).matchAll(/"text":("(?:[^"\\]|\\.)*")/g)]
    .map((match) => JSON.parse(match[1] ?? '""') as string)
    .join("");
}
