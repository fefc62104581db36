import { hostBeside, linkText } from "./links.ts";
import type { Inline } from "./tree.ts";

export function toText(text: string): Inline {
  return { kind: "text", text };
}

/** A link without words of its own: it reads as its host or its address. */
export function toBareLink(url: URL, written: string): Inline {
  const children = [toText(linkText(url, written))];
  return { kind: "link", href: url.href, host: undefined, children };
}

/** A link with the true host beside words that look like another one; a link without words reads as its address. */
export function toLink(url: URL, children: readonly Inline[]): Inline {
  const words = wordsOf(children).join("");
  if (words.trim() === "") return toBareLink(url, url.href);
  return { kind: "link", href: url.href, host: hostBeside(url, words), children };
}

/** Joins neighbouring texts to one and leaves empty ones out. */
export function joinTexts(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = [];
  let text = "";
  for (const inline of inlines) {
    if (inline.kind === "text") {
      text += inline.text;
      continue;
    }
    if (text !== "") joined.push(toText(text));
    text = "";
    joined.push(inline);
  }
  return text === "" ? joined : [...joined, toText(text)];
}

/** The texts in their order, without the marks between them. */
function wordsOf(inlines: readonly Inline[], pieces: string[] = []): string[] {
  for (const inline of inlines) {
    if ("children" in inline) wordsOf(inline.children, pieces);
    else pieces.push("text" in inline ? inline.text : " ");
  }
  return pieces;
}
