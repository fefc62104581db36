import { toMentionText } from "@colbin/protocol";
import { tests as examples, type Example } from "commonmark-spec";
import { expect, test } from "vitest";
import { linkText } from "./links.ts";
import { parseMarkdown } from "./markdown.ts";
import type { Block, Inline } from "./tree.ts";

/** Sections of the specification that we do not support: their marks stay text. */
const otherSections = new Set([
  "Entity and numeric character references",
  "HTML blocks",
  "Indented code blocks",
  "Link reference definitions",
  "Raw HTML",
  "Setext headings",
]);

/** The examples of all other sections that we decide otherwise. */
const decided: Readonly<Record<string, readonly number[]>> = {
  "an indented line is text: code has fences": [
    1, 2, 3, 5, 6, 7, 8, 18, 48, 69, 134, 225, 231, 236, 252, 253, 254, 257, 264, 270, 271, 272,
    273, 274, 278, 286, 287, 288, 289, 290, 309, 313,
  ],
  "an underlined line is no heading": [59, 141, 300],
  "headings have one of three levels, and words": [62, 72, 79],
  "HTML is text": [21, 308, 344, 475, 476, 477, 491, 494, 524, 642, 643],
  "an entity is text": [503],
  "no link refers to a definition elsewhere": [
    23, 317, 527, 528, 529, 530, 531, 532, 533, 534, 535, 536, 537, 538, 539, 540, 541, 542, 543,
    544, 545, 549, 550, 553, 554, 555, 556, 557, 558, 559, 560, 561, 562, 563, 564, 565, 566, 567,
    568, 569, 570, 571, 573, 576, 577, 582, 583, 584, 585, 586, 587, 588, 589, 591, 592, 593,
  ],
  "a link without words reads as its address": [484, 581],
  "a picture is a link: its words are as they were written, and within a link they are text": [
    517, 520, 574, 575,
  ],
  "only http, https and mailto are addresses": [596, 598, 599, 601],
  "a bare address is a link": [602, 608, 611, 612],
  "an address is as a browser reads it, with / for \\": [603],
};

const decidedNumbers = new Set(Object.values(decided).flat());
const sections = Map.groupBy(examples, ({ section }) => section);

test.each([...sections].filter(([section]) => !otherSections.has(section)))(
  "%s",
  (_, ofSection) => {
    for (const example of ofSection) {
      const expected = { number: example.number, html: theirs(example) };
      const read = { number: example.number, html: ours(example) };
      if (decidedNumbers.has(example.number)) expect(read).not.toEqual(expected);
      else expect(read).toEqual(expected);
    }
  },
);

/** Their addresses have no scheme, without which a link is text: one that is never read as a bare address. */
const SCHEME = "mailto:";

function ours({ markdown, html }: Example): string {
  const text = markdown.replaceAll("→", "\t");
  const linked =
    html.includes("<a ") || html.includes("<img ")
      ? text.replaceAll(/\]\((\s*<?)(?!https?:|\s)/g, `]($1${SCHEME}`)
      : text;
  return normalized(toHtml(parseMarkdown(linked)));
}

/** With what our tree does not tell left out: levels of headings, titles, the words of a bare address. */
function theirs({ html }: Example): string {
  return normalized(
    html
      .replaceAll("→", "\t")
      .replaceAll("<br />", "")
      .replaceAll(/(<\/?h)[1-3]>/g, "$1>")
      .replaceAll(/ title="[^"]*"/g, "")
      .replaceAll(/<img src="([^"]*)" alt="([^"]*)" \/>/g, '<a href="$1">$2</a>')
      .replaceAll(
        /(<a href="(https?:[^"]*)">)(https?:[^<]*)/g,
        (_, tag: string, href: string, words: string) => tag + linkText(new URL(href), words),
      ),
  );
}

const BLOCK_TAG = /\s*(<\/?(?:p|h|ul|ol(?: start="\d+")?|li|blockquote|hr|pre)(?: \/)?>)\s*/g;

/** Without blanks around blocks and lines, and without the paragraphs that tell loose lists from tight ones. */
function normalized(html: string): string {
  let depth = 0;
  return html
    .replaceAll(
      /href="([^"]*)"/g,
      (_, href: string) =>
        `href="${decodeURI(URL.parse(href)?.href ?? href).replaceAll('"', "&quot;")}"`,
    )
    .replaceAll(SCHEME, "")
    .split(/(<pre>[^]*?<\/pre>)/)
    .map((part) =>
      part.startsWith("<pre>")
        ? part
        : part.replaceAll(/[ \t]*\n[ \t]*/g, "\n").replaceAll(BLOCK_TAG, "$1"),
    )
    .join("")
    .split(/(<\/?(?:li|p)>)/)
    .filter((part) => {
      if (part === "<li>") depth += 1;
      if (part === "</li>") depth -= 1;
      return depth === 0 || !/^<\/?p>$/.test(part);
    })
    .join("")
    .trim();
}

function toHtml(blocks: readonly Block[]): string {
  return blocks.map(blockHtml).join("\n");
}

function blockHtml(block: Block): string {
  switch (block.kind) {
    case "plain":
      return `<p>${escaped(block.text)}</p>`;
    case "paragraph":
      return `<p>${inlineHtml(block.children)}</p>`;
    case "heading":
      return `<h>${inlineHtml(block.children)}</h>`;
    case "quote":
      return `<blockquote>${toHtml(block.blocks)}</blockquote>`;
    case "list": {
      const items = block.items.map(({ blocks }) => `<li>${toHtml(blocks)}</li>`).join("");
      if (block.start === undefined) return `<ul>${items}</ul>`;
      return `<ol${block.start === 1 ? "" : ` start="${block.start}"`}>${items}</ol>`;
    }
    case "code": {
      const name = block.language.split(/\s/)[0] ?? "";
      const language = name === "" ? "" : ` class="language-${escaped(name)}"`;
      return `<pre><code${language}>${escaped(block.text)}${block.text === "" ? "" : "\n"}</code></pre>`;
    }
    case "rule":
      return "<hr />";
    case "table":
    case "formula":
      return `<${block.kind}>`;
  }
}

const tags = { strong: "strong", emphasis: "em", strike: "del", spoiler: "spoiler" } as const;

function inlineHtml(inlines: readonly Inline[]): string {
  return inlines.map(toTag).join("");
}

function toTag(inline: Inline): string {
  switch (inline.kind) {
    case "text":
      return escaped(inline.text);
    case "code":
      return `<code>${escaped(inline.text)}</code>`;
    case "break":
      return "\n";
    case "mention":
      return escaped(toMentionText(inline.mention));
    case "image":
      return `<a href="${escaped(inline.href)}">${escaped(inline.text)}</a>`;
    case "shortcode":
    case "formula":
      return inline.text;
    case "link":
      return `<a href="${escaped(inline.href)}">${inlineHtml(inline.children)}</a>`;
    default:
      return `<${tags[inline.kind]}>${inlineHtml(inline.children)}</${tags[inline.kind]}>`;
  }
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
