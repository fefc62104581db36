import type { JSONContent } from "@tiptap/core";
import { renderToHTMLString } from "@tiptap/static-renderer/pm/html-string";
import { nodes } from "./schema.ts";

/** The content as HTML, all text in it escaped. */
export function toHtml(content: JSONContent): string {
  return renderToHTMLString({ content, extensions: nodes });
}
