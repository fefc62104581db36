import { DOCUMENT_FIELD } from "@colbin/protocol";
import { XmlElement, XmlText, type Doc } from "yjs";

/** The words of a document, a block a line: for search. Any depth of content may come, so nothing here calls itself. */
export function toText(doc: Doc): string {
  const lines: string[] = [];
  let [block, line]: [unknown, string] = [undefined, ""];
  const parts = doc.getXmlFragment(DOCUMENT_FIELD).createTreeWalker((node) => wordsOf(node) !== "");
  for (const part of parts) {
    if (part.parent !== block) {
      lines.push(line);
      [block, line] = [part.parent, ""];
    }
    line += wordsOf(part);
  }
  const filled = [...lines, line].filter((each) => each.trim() !== "");
  // PostgreSQL holds no text with it, and would refuse the whole state.
  return filled.join("\n").replaceAll("\0", "");
}

/** Attributes that say what is shown in the place of a node without text. */
const NAMES = ["label", "name", "latex"] as const;
const NAME_CHARS_MAX = 2_000;

function wordsOf(part: unknown): string {
  if (part instanceof XmlText) return toPlain(part);
  if (!(part instanceof XmlElement)) return "";
  const names: unknown[] = NAMES.map((name) => part.getAttribute(name));
  const name = names.find((each) => typeof each === "string");
  return typeof name === "string" ? name.slice(0, NAME_CHARS_MAX) : "";
}

/** Without the marks, which `toString` writes as tags. */
function toPlain(text: XmlText): string {
  const parts = text.toDelta() as readonly { readonly insert?: unknown }[];
  return parts.map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");
}
