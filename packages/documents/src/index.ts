export { readAnchoredText, type AnchoredText, type TextAnchor, type TextRange } from "./anchors.ts";
export { examineContent, readContent, writeContent, type ExaminedContent } from "./content.ts";
export { toHtml } from "./html.ts";
export { isSafeLink } from "./links.ts";
export type { UnknownPart } from "./known.ts";
export { examineMarkdown, fromMarkdown, toMarkdown } from "./markdown.ts";
export { documentNodes, headingLevels, type NodeOptions } from "./nodes.ts";
export type { JSONContent as DocumentContent } from "@tiptap/core";
