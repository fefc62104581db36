export { readContent, writeContent } from "./content.ts";
export { toHtml } from "./html.ts";
export { isSafeLink } from "./links.ts";
export { fromMarkdown, toMarkdown } from "./markdown.ts";
export { documentNodes, headingLevels, type NodeOptions } from "./nodes.ts";
export type { JSONContent as DocumentContent } from "@tiptap/core";
