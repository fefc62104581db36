import { InputRule, Node, type MarkdownToken } from "@tiptap/core";
import { wordsOf } from "./addresses.ts";
import { latexIn, soundTag } from "./attributes.ts";

const attributes = { latex: latexIn("data-latex") };
const inLine = /^\$(?!\s)((?:\\.|[^\\$\n])+?)(?<!\s)\$(?!\d)/u;
const ofItsOwn = /^\$\$[ \t]*\n?((?:(?!\$\$)[\s\S])+?)\n?[ \t]*\$\$[ \t]*(?:\n+|$)/u;

/** A formula of LaTeX in a line. */
export const MathInline = Node.create({
  name: "math",
  group: "inline",
  inline: true,
  atom: true,
  addAttributes: () => attributes,
  parseHTML: () => [soundTag('span[data-type="math"]', attributes)],
  renderHTML({ node }) {
    const latex = wordsOf(node.attrs, "latex");
    return ["span", { "data-type": "math", "data-latex": latex }, `$${latex}$`];
  },
  renderText: ({ node }) => `$${wordsOf(node.attrs, "latex")}$`,
  addInputRules() {
    return [
      new InputRule({
        find: /(?<![\w$])\$(?!\s)([^$\n]+?)(?<!\s)\$$/u,
        handler({ chain, range, match }) {
          chain()
            .deleteRange(range)
            .insertContentAt(range.from, { type: "math", attrs: { latex: match[1] } })
            .run();
        },
      }),
    ];
  },
  markdownTokenizer: {
    name: "math",
    level: "inline",
    start: (src) => src.indexOf("$"),
    tokenize(src) {
      const [raw, latex] = inLine.exec(src) ?? [];
      return raw === undefined ? undefined : { type: "math", raw, latex };
    },
  },
  parseMarkdown: (token: MarkdownToken) => ({
    type: "math",
    attrs: { latex: wordsOf(token, "latex") },
  }),
  renderMarkdown: ({ attrs }) => `$${wordsOf(attrs, "latex")}$`,
});

/** A formula that has its place to itself. */
export const MathBlock = Node.create({
  name: "mathBlock",
  group: "block",
  atom: true,
  addAttributes: () => attributes,
  parseHTML: () => [soundTag('div[data-type="mathBlock"]', attributes)],
  renderHTML({ node }) {
    const latex = wordsOf(node.attrs, "latex");
    return ["div", { "data-type": "mathBlock", "data-latex": latex }, `$$${latex}$$`];
  },
  markdownTokenizer: {
    name: "mathBlock",
    level: "block",
    // Within a paragraph none begins.
    start: () => -1,
    tokenize(src) {
      const [raw, latex] = ofItsOwn.exec(src) ?? [];
      return raw === undefined ? undefined : { type: "mathBlock", raw, latex };
    },
  },
  parseMarkdown: (token: MarkdownToken) => ({
    type: "mathBlock",
    attrs: { latex: wordsOf(token, "latex") },
  }),
  renderMarkdown: ({ attrs }) => `$$\n${wordsOf(attrs, "latex")}\n$$`,
});
