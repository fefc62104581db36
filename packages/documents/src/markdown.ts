import type { JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import type { ExaminedContent } from "./content.ts";
import { toKnown, UnknownParts } from "./known.ts";
import { isSafeLink } from "./links.ts";
import { findPage, withPageLinks, type PagePlace } from "./page-links.ts";
import { nodes } from "./schema.ts";

const manager = new MarkdownManager({ extensions: nodes });

/** The content as markdown of GitHub's kind. */
export function toMarkdown(content: JSONContent): string {
  return manager.serialize(content);
}

/** The same with the parts of the markdown that are not in it. Links of a page lead to the documents that the other pages become. */
export function examineMarkdown(markdown: string, place?: PagePlace): ExaminedContent {
  const unknown = new UnknownParts();
  void manager.instance.walkTokens(manager.instance.lexer(markdown), (token) => {
    if (token.type === "image" || token.type === "html") unknown.add("node", token.type);
    if (token.type !== "link" || (place && findPage(place, token["href"]) !== undefined)) return;
    if (!isSafeLink(String(token["href"]))) unknown.add("link", String(token["href"]));
  });
  return { content: fromMarkdown(markdown, place), unknown: unknown.list() };
}

/** Content of markdown; a part that documents do not know becomes text. */
export function fromMarkdown(markdown: string, place?: PagePlace): JSONContent {
  const content = manager.parse(markdown);
  return toKnown(place ? withPageLinks(content, place) : content).toJSON() as JSONContent;
}
