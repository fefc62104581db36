import { decodePart } from "@colbin/protocol";
import { Node, type MarkdownToken } from "@tiptap/core";
import { linkPattern, toMarkdownLink, wordsOf } from "./addresses.ts";
import { idIn, slugIn, soundTag } from "./attributes.ts";

const pattern = linkPattern("message", "");
const attributes = { roomSlug: slugIn("data-room"), messageId: idIn("data-message") };

/** A message of the chat. What it says is nowhere in the document: only those who may read it are shown it. */
export const MessageEmbed = Node.create({
  name: "messageEmbed",
  group: "block",
  atom: true,
  draggable: true,
  addAttributes: () => attributes,
  parseHTML: () => [soundTag('[data-type="messageEmbed"]', attributes)],
  renderHTML({ node }) {
    const [slug, id] = [wordsOf(node.attrs, "roomSlug"), wordsOf(node.attrs, "messageId")];
    const href = `/chat/${encodeURIComponent(slug)}?message=${encodeURIComponent(id)}`;
    const data = { "data-type": "messageEmbed", "data-room": slug, "data-message": id };
    return ["a", { ...data, href }, "Message"];
  },
  markdownTokenizer: {
    name: "messageEmbed",
    level: "block",
    // Within a paragraph none begins.
    start: () => -1,
    tokenize(src) {
      const [raw, , to = ""] = pattern.exec(src) ?? [];
      const rest = raw === undefined ? undefined : /^[ \t]*(?:\n+|$)/.exec(src.slice(raw.length));
      if (raw === undefined || !rest) return undefined;
      const [slug = "", id] = to.split("/");
      return { type: "messageEmbed", raw: raw + rest[0], slug: decodePart(slug), id };
    },
  },
  parseMarkdown: (token: MarkdownToken) => ({
    type: "messageEmbed",
    attrs: { roomSlug: wordsOf(token, "slug"), messageId: wordsOf(token, "id") },
  }),
  renderMarkdown({ attrs }) {
    const slug = encodeURIComponent(wordsOf(attrs, "roomSlug"));
    return toMarkdownLink("message", "", {
      words: "Message",
      to: `${slug}/${wordsOf(attrs, "messageId")}`,
    });
  },
});
