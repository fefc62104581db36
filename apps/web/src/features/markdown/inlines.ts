import { readTokens, type Allowance, type Token } from "./inline-tokens.ts";
import { joinTexts, toLink, toText } from "./inline-nodes.ts";
import { isEmphasis, isPair, type Mark } from "./marks.ts";
import type { Inline } from "./tree.ts";

/** The content of a paragraph, a heading or a cell, in time linear in its length. */
export function readInlines(text: string, allowance: Allowance): readonly Inline[] {
  const tokens = readTokens(text.trimEnd(), allowance);
  return buildInlines(tokens, { start: 0, end: tokens.length, isLink: false });
}

interface Range {
  readonly start: number;
  readonly end: number;
  /** The range is the words of a link. */
  readonly isLink: boolean;
}

function buildInlines(tokens: readonly Token[], { start, end, isLink }: Range): readonly Inline[] {
  const builder = new InlineBuilder();
  let at = start;
  while (at < end) {
    const token = tokens[at];
    at += 1;
    if (token?.kind === "mark") builder.addMark(token);
    else if (token?.kind === "link") {
      const words = buildInlines(tokens, { start: at, end: token.end, isLink: true });
      builder.add(toLink(token.url, words));
      at = token.end;
    } else if (token)
      builder.add(isLink && token.written !== undefined ? toText(token.written) : token.inline);
  }
  return builder.end();
}

interface Opener {
  readonly mark: Mark;
  /** All openers are counted, from 1 on. */
  readonly number: number;
  /** Its place among the inlines, as text until it is paired. */
  readonly place: number;
  /** Its signs that are not paired yet. */
  left: number;
}

/**
 * Pairs marks as they come: a closer takes the inlines back to its opener as children. Linear: an opener that is passed over is
 * either removed, or not looked at again for this kind of closer.
 */
class InlineBuilder {
  readonly #inlines: Inline[] = [];
  #openers: Opener[] = [];
  #count = 0;
  /** For a kind of closer, no opener up to this number is its pair. */
  readonly #looked = new Map<string, number>();

  add(inline: Inline): void {
    this.#inlines.push(inline);
  }

  addMark(mark: Mark): void {
    let left = mark.length;
    while (left > 0) {
      const opener = mark.canClose ? this.#findOpener(mark) : undefined;
      if (!opener) break;
      const size = isEmphasis(mark) ? Math.min(2, left, opener.left) : left;
      this.#wrap(opener, size);
      left -= size;
    }
    if (left === 0) return;
    if (mark.canOpen) {
      const place = this.#inlines.length;
      this.#count += 1;
      this.#openers.push({ mark, number: this.#count, place, left });
    }
    this.add(toText(mark.sign.repeat(left)));
  }

  end(): readonly Inline[] {
    return joinTexts(this.#inlines);
  }

  #findOpener(closer: Mark): Opener | undefined {
    const kind = `${closer.sign}${closer.length % 3}${closer.canOpen}`;
    const floor = this.#looked.get(kind) ?? 0;
    for (let at = this.#openers.length - 1; at >= 0; at -= 1) {
      const opener = this.#openers.at(at);
      if (!opener || opener.number <= floor) break;
      if (isPair(opener.mark, closer)) {
        // Openers between the two stay text.
        this.#openers.length = at + 1;
        return opener;
      }
    }
    this.#looked.set(kind, this.#count);
    return undefined;
  }

  /** All inlines after the opener become children of the mark that has so many of its signs. */
  #wrap(opener: Opener, size: number): void {
    const children = joinTexts(this.#inlines.splice(opener.place + 1));
    opener.left -= size;
    this.#inlines.length = opener.place;
    if (opener.left > 0) this.add(toText(opener.mark.sign.repeat(opener.left)));
    else this.#openers.pop();
    this.add({ kind: kindOf(opener.mark.sign, size), children });
  }
}

function kindOf(sign: string, size: number) {
  if (sign === "~") return "strike";
  if (sign === "|") return "spoiler";
  return size === 2 ? "strong" : "emphasis";
}
