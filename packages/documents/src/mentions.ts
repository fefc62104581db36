import { Node, type MarkdownToken, type NodeConfig } from "@tiptap/core";
import { fromWords, linkPattern, toMarkdownLink, wordsOf } from "./addresses.ts";
import { idIn, labelIn, soundTag } from "./attributes.ts";

interface Named {
  readonly name: "mention" | "documentLink";
  readonly target: "person" | "document";
  readonly sign: "@" | "";
}

/** A name in the text that stands for somebody or something. */
function named({ name, target, sign }: Named): NodeConfig {
  const pattern = linkPattern(target, sign);
  const attributes = { id: idIn("data-id"), label: labelIn("data-label") };
  return {
    name,
    group: "inline",
    inline: true,
    atom: true,
    selectable: false,
    addAttributes: () => attributes,
    parseHTML: () => [soundTag(`[data-type="${name}"]`, attributes)],
    renderText: ({ node }) => `${sign}${wordsOf(node.attrs, "label")}`,
    markdownTokenizer: {
      name,
      level: "inline",
      start: (src) => src.indexOf(`[${sign}`),
      tokenize(src) {
        const [raw, words, id] = pattern.exec(src) ?? [];
        return raw === undefined ? undefined : { type: name, raw, words, id };
      },
    },
    parseMarkdown: (token: MarkdownToken) => ({
      type: name,
      attrs: { id: wordsOf(token, "id"), label: fromWords(wordsOf(token, "words")) },
    }),
    renderMarkdown: ({ attrs }) =>
      toMarkdownLink(target, sign, { words: wordsOf(attrs, "label"), to: wordsOf(attrs, "id") }),
  };
}

/** Somebody of the workspace. The first one in a task is who does it. */
export const Mention = Node.create({
  ...named({ name: "mention", target: "person", sign: "@" }),
  renderHTML({ node }) {
    const [id, label] = [wordsOf(node.attrs, "id"), wordsOf(node.attrs, "label")];
    return ["span", { "data-type": "mention", "data-id": id, "data-label": label }, `@${label}`];
  },
});

/** Another document. */
export const DocumentLink = Node.create({
  ...named({ name: "documentLink", target: "document", sign: "" }),
  renderHTML({ node }) {
    const [id, label] = [wordsOf(node.attrs, "id"), wordsOf(node.attrs, "label")];
    const attributes = { "data-type": "documentLink", "data-id": id, "data-label": label };
    return ["a", { ...attributes, href: `/documents/${encodeURIComponent(id)}` }, label];
  },
});
