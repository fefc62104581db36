import { DOCUMENT_FIELD } from "@colbin/protocol";
import { XmlText, type Doc } from "yjs";

/** The words of a document, a block a line: for search. Any depth of content may come, so nothing here calls itself. */
export function toText(doc: Doc): string {
  const lines: string[] = [];
  let [block, line]: [unknown, string] = [undefined, ""];
  const texts = doc
    .getXmlFragment(DOCUMENT_FIELD)
    .createTreeWalker((node) => node instanceof XmlText);
  for (const text of texts as Iterable<XmlText>) {
    if (text.parent !== block) {
      lines.push(line);
      [block, line] = [text.parent, ""];
    }
    line += toPlain(text);
  }
  const filled = [...lines, line].filter((each) => each.trim() !== "");
  // PostgreSQL holds no text with it, and would refuse the whole state.
  return filled.join("\n").replaceAll("\0", "");
}

/** Without the marks, which `toString` writes as tags. */
function toPlain(text: XmlText): string {
  const parts = text.toDelta() as readonly { readonly insert?: unknown }[];
  return parts.map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");
}
