import { expect, test } from "vitest";
import { htmlToMarkdown } from "./html-to-markdown.ts";

test.each<[string, string]>([
  ["<b>bold</b> and <i>italic</i>, <s>gone</s>", "**bold** and *italic*, ~~gone~~"],
  ["<p>one</p><p>two<br>three</p>", "one\n\ntwo\nthree"],
  [
    '<a href="https://example.org/a_b">the <b>plan</b></a>',
    "[the **plan**](https://example.org/a_b)",
  ],
  [
    '<b>x</b> <a href="https://example.org/">https://example.org/</a>',
    "**x** https://example.org/",
  ],
  ['<b>x</b> <a href="mailto:a@example.org">a@example.org</a>', "**x** a@example.org"],
  ['<b>x</b> <a href="javascript:alert(1)">run</a>', "**x** run"],
  ['<a href="https://example.org/a_(b)">[b]</a>', "[\\[b\\]](https://example.org/a_%28b%29)"],
  ["run <code>npm * `test`</code>", "run `` npm * `test` ``"],
  [
    '<pre><code class="language-ts">let a = 1;\n  b();\n</code></pre>',
    "```ts\nlet a = 1;\n  b();\n```",
  ],
  ["<pre>a ``` b</pre>", "````\na ``` b\n````"],
  ["<h1>Plan</h1><h5>Step</h5>", "# Plan\n\n### Step"],
  ["<blockquote><p>a</p><p>b</p></blockquote>", "> a\n> \n> b"],
  ["<ul><li><p>a</p><ul><li>b</li></ul></li><li><p>c</p></li></ul>", "- a\n  - b\n- c"],
  ["<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>", "- a\n  - b\n- c"],
  ['<ol start="9"><li>a</li><li>b<ul><li>c</li></ul></li></ol>', "9. a\n10. b\n    - c"],
  [
    '<ul><li><input type="checkbox" checked> a</li><li><input type="checkbox"> b</li></ul>',
    "- [x] a\n- [ ] b",
  ],
  ["<p>a</p><hr><p>b</p>", "a\n\n---\n\nb"],
  [
    "<table><tr><th>A</th><th><b>B</b></th></tr><tr><td>1|2</td><td>x<br>y</td></tr></table>",
    "| A | B |\n| --- | --- |\n| 1\\|2 | x y |",
  ],
  ["<table><tr><td><h1>Hi</h1></td></tr><tr><td>there</td></tr></table>", "# Hi\n\nthere"],
  ['<b style="font-weight:normal"><span style="font-weight:700">a</span> b</b>', "**a** b"],
  ['<span style="font-style: italic">a<br>b </span>c', "*a*\n*b* c"],
  ["<b><strong>a</strong></b>", "**a**"],
  ["<b>x</b><p>2 * 3 and *this* of snake_case</p>", "**x**\n\n2 * 3 and \\*this\\* of snake_case"],
  ["<b>x</b><p>1. no list</p><p># none</p>", "**x**\n\n1\\. no list\n\n\\# none"],
  ["<b>x</b><script>alert(1)</script><style>a{}</style><img alt=cat onerror=alert(1)>", "**x**cat"],
])("%s", (html, markdown) => {
  expect(htmlToMarkdown(html, "other")).toBe(markdown);
});

test("text without formats is pasted as it is, with the lines and the blanks that it has", () => {
  const html =
    '<meta charset="utf-8"><div style="color:red"><div>a  *b*</div><div><span>- c</span></div></div>';
  expect(htmlToMarkdown(html, "a  *b*\n- c")).toBe("a  *b*\n- c");
});
