import { fileContentPath } from "@colbin/protocol";
import { Node, type MarkdownToken, type NodeConfig } from "@tiptap/core";
import { fromWords, linkPattern, toMarkdownLink, wordsOf } from "./addresses.ts";
import { idIn, labelIn, pixelsIn, soundTag } from "./attributes.ts";

/** A file of the server that the document shows: a block by itself. */
function shown(name: "image" | "file", sign: "!" | ""): NodeConfig {
  const pattern = linkPattern("file", sign);
  const attributes = {
    fileId: idIn("data-file-id"),
    name: labelIn("data-name"),
    ...(name === "image" && { width: pixelsIn("width"), height: pixelsIn("height") }),
  };
  return {
    name,
    group: "block",
    atom: true,
    draggable: true,
    addAttributes: () => attributes,
    // An image of elsewhere is none of ours: whoever reads the document would ask that server for it.
    parseHTML: () => [soundTag(`[data-type="${name}"]`, attributes)],
    markdownTokenizer: {
      name,
      level: "block",
      // Within a paragraph none begins.
      start: () => -1,
      tokenize(src) {
        const [raw, words, id] = pattern.exec(src) ?? [];
        const rest = raw === undefined ? undefined : /^[ \t]*(?:\n+|$)/.exec(src.slice(raw.length));
        return raw === undefined || !rest
          ? undefined
          : { type: name, raw: raw + rest[0], words, id };
      },
    },
    // An image of elsewhere has no file: its words stay.
    parseMarkdown: (token: MarkdownToken) => ({
      type: name,
      attrs: {
        fileId: wordsOf(token, "id"),
        name: fromWords(wordsOf(token, "words")) || wordsOf(token, "text"),
      },
    }),
    renderMarkdown: ({ attrs }) =>
      toMarkdownLink("file", sign, { words: wordsOf(attrs, "name"), to: wordsOf(attrs, "fileId") }),
  };
}

/** `name` says what the image shows to those who do not see it. */
export const Image = Node.create({
  ...shown("image", "!"),
  renderHTML({ node }) {
    const [id, name] = [wordsOf(node.attrs, "fileId"), wordsOf(node.attrs, "name")];
    const { width, height } = node.attrs;
    const size = typeof width === "number" && typeof height === "number" ? { width, height } : {};
    return [
      "img",
      {
        "data-type": "image",
        "data-file-id": id,
        "data-name": name,
        src: fileContentPath(encodeURIComponent(id), { variant: "preview1280" }),
        alt: name,
        ...size,
      },
    ];
  },
});

export const FileNode = Node.create({
  ...shown("file", ""),
  renderHTML({ node }) {
    const [id, name] = [wordsOf(node.attrs, "fileId"), wordsOf(node.attrs, "name")];
    const href = fileContentPath(encodeURIComponent(id), { isDownload: true });
    return ["a", { "data-type": "file", "data-file-id": id, "data-name": name, href }, name];
  },
});
