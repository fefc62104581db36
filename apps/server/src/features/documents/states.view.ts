import { walk } from "@colbin/documents";
import { XmlText, type Doc, type XmlElement } from "yjs";

/** The words of a document, a block a line: for search. */
export function toText(doc: Doc): string {
  const lines: string[] = [];
  let [block, line]: [unknown, string] = [undefined, ""];
  for (const part of walk(doc)) {
    const words = wordsOf(part);
    if (words === "") continue;
    if (part.parent !== block) {
      lines.push(line);
      [block, line] = [part.parent, ""];
    }
    line += words;
  }
  const filled = [...lines, line].filter((each) => each.trim() !== "");
  // PostgreSQL holds no text with it, and would refuse the whole state.
  return filled.join("\n").replaceAll("\0", "");
}

/** Attributes that say what is shown in the place of a node without text. */
const NAMES = ["label", "name", "latex"] as const;
const NAME_CHARS_MAX = 2_000;

function wordsOf(part: XmlElement | XmlText): string {
  if (part instanceof XmlText) return toPlain(part);
  const names: unknown[] = NAMES.map((name) => part.getAttribute(name));
  const name = names.find((each) => typeof each === "string");
  return typeof name === "string" ? name.slice(0, NAME_CHARS_MAX) : "";
}

/** Without the marks, which `toString` writes as tags. */
function toPlain(text: XmlText): string {
  const parts = text.toDelta() as readonly { readonly insert?: unknown }[];
  return parts.map(({ insert }) => (typeof insert === "string" ? insert : "")).join("");
}
