import { expect, test } from "vitest";
import { Doc } from "yjs";
import {
  examineContent,
  examineMarkdown,
  fromMarkdown,
  listReferences,
  readContent,
  toHtml,
  toMarkdown,
  writeContent,
  type DocumentContent,
} from "./index.ts";

const MARKDOWN = `## Plan

A **bold** and *slanted* line with \`code\` and [a link](https://example.org).

- one
- two
  - deeper

1. first
2. second

- [ ] to do
- [x] done

> said

\`\`\`ts
const a = 1 < 2;
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |

---

The end`;

const ID = "01930000-0000-7000-8000-000000000001";
const NODES = `Ask [@Ada \\[A\\]](colbin:person/${ID}) about [Plan](colbin:document/${ID}) and $e = mc^2$

- [ ] [@Ada](colbin:person/${ID}) writes

![A chart](colbin:file/${ID})

[notes.pdf](colbin:file/${ID})

[Message](colbin:message/room-1/${ID})

$$
\\sum_{i=1}^n i
$$

The end, for $5 or $6`;

const text = (words: string): DocumentContent => ({ type: "text", text: words });
const write = (content: DocumentContent): DocumentContent => {
  const doc = new Doc();
  writeContent(doc, content);
  return readContent(doc);
};

test("markdown comes back as it went in, by way of the shared document", () => {
  const content = write(fromMarkdown(MARKDOWN));
  expect(fromMarkdown(toMarkdown(content))).toEqual(content);
  const kinds = content.content?.map(({ type }) => type);
  expect(kinds).toEqual([
    "heading",
    "paragraph",
    "bulletList",
    "orderedList",
    "taskList",
    "blockquote",
    "codeBlock",
    "table",
    "horizontalRule",
    "paragraph",
  ]);
  expect(toHtml(content)).toContain('<code class="language-ts">const a = 1 &lt; 2;</code>');
});

test("what a document names comes back from markdown and HTML as it went in", () => {
  const doc = new Doc();
  writeContent(doc, fromMarkdown(NODES));
  const content = readContent(doc);
  expect(fromMarkdown(toMarkdown(content))).toEqual(content);
  const kinds = content.content?.map(({ type }) => type);
  expect(kinds).toEqual([
    "paragraph",
    "taskList",
    "image",
    "file",
    "messageEmbed",
    "mathBlock",
    "paragraph",
  ]);
  const [first] = content.content ?? [];
  expect(
    first?.content?.map(({ type, attrs }): unknown => attrs?.["label"] ?? attrs?.["latex"] ?? type),
  ).toEqual(["text", "Ada [A]", "text", "Plan", "text", "e = mc^2"]);
  expect(toHtml(content)).toContain(`data-type="mention" data-id="${ID}" data-label="Ada [A]"`);
  expect(listReferences(doc).map(({ kind }) => kind)).toEqual([
    "person",
    "document",
    "file",
    "message",
  ]);
});

test("a second content changes no more than what is different in it", () => {
  const doc = new Doc();
  writeContent(doc, fromMarkdown("one\n\ntwo\n\nthree"));
  const sizes: number[] = [];
  doc.on("update", (update: Uint8Array) => sizes.push(update.length));
  writeContent(doc, fromMarkdown("one\n\ntwo\n\nthree"));
  expect(sizes).toEqual([]);
  writeContent(doc, fromMarkdown("one\n\ntwo and a half\n\nthree"));
  expect(sizes).toHaveLength(1);
  expect(sizes[0]).toBeLessThan(60);
  expect(toMarkdown(readContent(doc))).toBe("one\n\ntwo and a half\n\nthree");
});

test("what is not known is counted", () => {
  const link = { type: "link", attrs: { href: "javascript:alert(1)" } };
  const { unknown } = examineContent({
    type: "doc",
    content: [
      { type: "frame", content: [{ ...text("a"), marks: [link, { type: "glow" }] }] },
      { type: "frame" },
    ],
  });
  expect(unknown).toEqual([
    { kind: "link", name: "javascript:alert(1)", count: 1 },
    { kind: "mark", name: "glow", count: 1 },
    { kind: "node", name: "frame", count: 2 },
  ]);
  expect(examineMarkdown("![a](b.png) [c](d.md) <b>e</b>").unknown).toEqual([
    { kind: "node", name: "image", count: 1 },
    { kind: "link", name: "d.md", count: 1 },
    { kind: "node", name: "html", count: 2 },
  ]);
});

test.each<[string, DocumentContent, string]>([
  ["an unknown node", { type: "frame", content: [text("words")] }, "<p>words</p>"],
  [
    "a link to a script",
    { ...text("words"), marks: [{ type: "link", attrs: { href: "javascript:alert(1)" } }] },
    "<p>words</p>",
  ],
  [
    "a node in one that has no such",
    { type: "paragraph", content: [{ type: "paragraph", content: [text("words")] }] },
    "<p>words</p>",
  ],
  [
    "a list without items",
    { type: "bulletList", content: [text("words")] },
    "<ul><li><p>words</p></li></ul>",
  ],
  ["tags", text("<script>alert(1)</script>"), "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  [
    "an image of elsewhere",
    { type: "image", attrs: { fileId: "https://example.org/x.png", name: "Cat" } },
    "<p>Cat</p>",
  ],
  [
    "an image in the text itself",
    { type: "image", attrs: { src: "data:image/png;base64,AA" } },
    "<p></p>",
  ],
  [
    "a mention of nobody",
    { type: "mention", attrs: { id: '"><script>', label: "Ada" } },
    "<p>Ada</p>",
  ],
  ["nothing", { type: "frame" }, "<p></p>"],
])("%s becomes what documents know", (_, content, html) => {
  expect(toHtml(write({ type: "doc", content: [content] }))).toBe(html);
});
