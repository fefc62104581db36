import type { JSONContent } from "@tiptap/core";
import { MarkdownManager } from "@tiptap/markdown";
import { toKnown } from "./known.ts";
import { nodes } from "./schema.ts";

const manager = new MarkdownManager({ extensions: nodes });

/** The content as markdown of GitHub's kind. */
export function toMarkdown(content: JSONContent): string {
  return manager.serialize(content);
}

/** Whatever stands in the markdown and documents do not know becomes text. */
export function fromMarkdown(markdown: string): JSONContent {
  return toKnown(manager.parse(markdown)).toJSON() as JSONContent;
}
