import type { JSONContent } from "@tiptap/core";
import { LABEL_MAX } from "./attributes.ts";

/** A page among those that become documents together. */
export interface PagePlace {
  /** The path of the page, its parts divided by `/`. */
  readonly path: string;
  /** Ids of the documents by the paths of their pages, in lower case. */
  readonly documents: ReadonlyMap<string, string>;
}

/** The document that a relative link of a page leads to; undefined for any other address. */
export function findPage({ path, documents }: PagePlace, href: unknown): string | undefined {
  if (typeof href !== "string" || /^(?:[a-z][a-z\d+.-]*:|[/?#])/i.test(href)) return undefined;
  const parts = path.split("/").slice(0, -1);
  for (const part of decode(href.replace(/[?#].*$/s, "")).split("/"))
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  return documents.get(parts.join("/").normalize("NFC").toLowerCase());
}

function decode(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    return href;
  }
}

/** The content with links between the pages as links between their documents. */
export function withPageLinks(content: JSONContent, place: PagePlace): JSONContent {
  if (!content.content) return content;
  const children: JSONContent[] = [];
  for (const child of content.content) {
    const id = typeof child.text === "string" ? findPage(place, hrefOf(child)) : undefined;
    const before = children.at(-1);
    if (id === undefined) children.push(withPageLinks(child, place));
    // Marks within the words of a link divide them.
    else if (before?.type === "documentLink" && before.attrs?.["id"] === id)
      children.splice(-1, 1, toLink(id, `${String(before.attrs["label"])}${child.text}`));
    else children.push(toLink(id, child.text ?? ""));
  }
  return { ...content, content: children };
}

function hrefOf({ marks }: JSONContent): unknown {
  return marks?.find(({ type }) => type === "link")?.attrs?.["href"];
}

function toLink(id: string, label: string): JSONContent {
  return { type: "documentLink", attrs: { id, label: label.slice(0, LABEL_MAX) } };
}
