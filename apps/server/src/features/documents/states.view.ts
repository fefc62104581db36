import { DOCUMENT_FIELD } from "@colbin/protocol";
import { XmlElement, XmlHook, XmlText, type Doc, type XmlFragment } from "yjs";

/** The words of a document, a block a line: for search. */
export function toText(doc: Doc): string {
  const lines: string[] = [];
  collect(doc.getXmlFragment(DOCUMENT_FIELD), lines);
  return lines.join("\n");
}

function collect(parent: XmlFragment | XmlElement, lines: string[]): void {
  let line = "";
  for (const child of parent.toArray()) {
    if (child instanceof XmlText) line += toPlain(child);
    else if (child instanceof XmlElement && !(child instanceof XmlHook)) collect(child, lines);
  }
  if (line.trim() !== "") lines.push(line);
}

/** Without the marks, which `toString` writes as tags. */
function toPlain(text: XmlText): string {
  const parts = text.toDelta() as readonly { readonly insert?: unknown }[];
  return parts.map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");
}
