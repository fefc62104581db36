import type { Block, Inline } from "./tree.ts";

/** The first letter of a text gives it its direction; these are written from right to left. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/**
 * The direction of a list, a quote or a table by its first letter, so that its marks stand where its words begin. The browser does
 * not find it: `dir="auto"` passes over what has a direction of its own, and every paragraph has. Undefined: that around it.
 */
export function directionOf(content: readonly (Block | Inline)[]): "ltr" | "rtl" | undefined {
  const letter = firstLetter(content);
  if (letter === undefined) return undefined;
  return RIGHT_TO_LEFT.test(letter) ? "rtl" : "ltr";
}

function firstLetter(content: readonly (Block | Inline)[]): string | undefined {
  for (const node of content) {
    const letter = letterIn(node);
    if (letter !== undefined) return letter;
  }
  return undefined;
}

function letterIn(node: Block | Inline): string | undefined {
  switch (node.kind) {
    // These are written from left to right wherever they stand.
    case "code":
    case "formula":
    case "shortcode":
      return undefined;
    case "text":
    case "plain":
      return /\p{L}/u.exec(node.text)?.[0];
    case "quote":
      return firstLetter(node.blocks);
    case "list":
      return firstLetter(node.items.flatMap(({ blocks }) => blocks));
    case "table":
      return firstLetter([node.head, ...node.rows].flat().flatMap(({ children }) => children));
    default:
      return "children" in node ? firstLetter(node.children) : undefined;
  }
}
