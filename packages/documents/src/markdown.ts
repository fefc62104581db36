import type { JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import type { ExaminedContent } from "./content.ts";
import { toKnown, UnknownParts } from "./known.ts";
import { isSafeLink } from "./links.ts";
import { nodes } from "./schema.ts";

const manager = new MarkdownManager({ extensions: nodes });

/** The content as markdown of GitHub's kind. */
export function toMarkdown(content: JSONContent): string {
  return manager.serialize(content);
}

/** The same with what of the markdown is not in it. */
export function examineMarkdown(markdown: string): ExaminedContent {
  const unknown = new UnknownParts();
  void manager.instance.walkTokens(manager.instance.lexer(markdown), (token) => {
    if (token.type === "image" || token.type === "html") unknown.add("node", token.type);
    if (token.type === "link" && !isSafeLink(String(token["href"])))
      unknown.add("link", String(token["href"]));
  });
  return { content: fromMarkdown(markdown), unknown: unknown.list() };
}

/** Content of markdown; a part that documents do not know becomes text. */
export function fromMarkdown(markdown: string): JSONContent {
  return toKnown(manager.parse(markdown)).toJSON() as JSONContent;
}
