import { readMention } from "@colbin/protocol";
import { readBareLink } from "./bare-links.ts";
import { FORMULA_MARK } from "./block-starts.ts";
import { CodeSpans } from "./code-spans.ts";
import { toBareLink, toLink, toText } from "./inline-nodes.ts";
import { runLength } from "./line.ts";
import { readTarget } from "./link-targets.ts";
import { safeUrl } from "./links.ts";
import { readMark, type Mark } from "./marks.ts";
import type { Inline } from "./tree.ts";

export type Token =
  /** `written`: its text where it stands in the words of a link, in which there is no other link. */
  | { readonly kind: "leaf"; readonly inline: Inline; readonly written?: string }
  | Mark
  /** Its words are the tokens that follow, up to `end`. */
  | { readonly kind: "link"; readonly url: URL; readonly end: number };

/** A message may have so many more things that cost its readers more than words. */
export interface Allowance {
  images: number;
}

interface Bracket {
  readonly start: number;
  readonly length: number;
  /** Its place among the tokens. */
  readonly token: number;
}

/**
 * The tokens of a text, read from left to right. Code, addresses and links bind tighter than marks. Linear: a search for an end
 * stops where the next one of its kind would begin, or is bounded in depth.
 */
export function readTokens(text: string, allowance: Allowance): readonly Token[] {
  return new InlineScanner(text, allowance).read();
}

class InlineScanner {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  /** The brackets that are not closed yet. */
  readonly #brackets: Bracket[] = [];
  readonly #codeSpans: CodeSpans;
  #at = 0;
  /** The text between here and `#at` is in no token yet. */
  #pending = 0;
  /** Where the last link begins: a bracket before it does not begin another link around it. */
  #lastLink = 0;
  readonly #allowance: Allowance;
  /** The place of the last mark of a formula: no formula begins in it. */
  readonly #lastFormula: number;

  constructor(text: string, allowance: Allowance) {
    this.#text = text;
    this.#allowance = allowance;
    this.#lastFormula = text.lastIndexOf(FORMULA_MARK);
    this.#codeSpans = new CodeSpans(text);
  }

  read(): readonly Token[] {
    while (this.#at < this.#text.length) if (!this.#readSign()) this.#at += 1;
    this.#endText(this.#at);
    return this.#tokens;
  }

  /** False where the sign is text like any other. */
  #readSign(): boolean {
    switch (this.#text.charAt(this.#at)) {
      case "\\":
        return this.#readEscape();
      case "\n":
        return this.#readBreak();
      case "`":
        return this.#readCode();
      case "*":
      case "_":
      case "~":
      case "|":
        return this.#readMark();
      case "!":
        return this.#text.charAt(this.#at + 1) === "[" && this.#openBracket(2);
      case "[":
        return this.#openBracket(1);
      case "]":
        return this.#closeBracket();
      case "<":
        return this.#readAngle();
      case "$":
        return this.#readFormula();
      case ":":
        return this.#readBareLink() || this.#readShortcode();
      case ".":
      case "@":
        return this.#readBareLink();
      default:
        return false;
    }
  }

  #readEscape(): boolean {
    const next = this.#text.charAt(this.#at + 1);
    if (next === "\n") return this.#push({ kind: "break" }, this.#at + 2);
    return /[!-/:-@[-`{-~]/.test(next) && this.#push(toText(next), this.#at + 2);
  }

  #readBreak(): boolean {
    let start = this.#at;
    while (start > this.#pending && /[ \t]/.test(this.#text.charAt(start - 1))) start -= 1;
    return this.#push({ kind: "break" }, this.#at + 1, start);
  }

  #readCode(): boolean {
    const span = this.#codeSpans.read(this.#at);
    if (span) return this.#push({ kind: "code", text: span.code }, span.end);
    this.#at += runLength(this.#text, this.#at);
    return true;
  }

  #readMark(): boolean {
    const mark = readMark(this.#text, this.#at);
    if (mark.canOpen || mark.canClose) return this.#pushToken(mark, this.#at + mark.length);
    this.#at += mark.length;
    return true;
  }

  #openBracket(length: number): boolean {
    const start = this.#at;
    this.#push(toText(this.#text.slice(start, start + length)), start + length);
    this.#brackets.push({ start, length, token: this.#tokens.length - 1 });
    return true;
  }

  #closeBracket(): boolean {
    const opener = this.#brackets.pop();
    const isImage = opener?.length === 2;
    if (!opener || (!isImage && opener.start < this.#lastLink)) return false;
    const target = readTarget(this.#text, this.#at + 1);
    if (!target) return false;
    const url = safeUrl(target.address);
    if (url && !isImage) {
      this.#endText(this.#at);
      this.#tokens[opener.token] = { kind: "link", url, end: this.#tokens.length };
      this.#lastLink = opener.start;
      this.#pending = target.end;
    } else {
      const words = this.#text.slice(opener.start + opener.length, this.#at).trim();
      this.#tokens.length = opener.token;
      this.#pending = opener.start;
      const range = { start: opener.start, end: target.end };
      // A link to an unsafe address is text as written.
      if (url) this.#pushLink(this.#toImage(url, words), words, range);
    }
    this.#at = target.end;
    return true;
  }

  /** A link, where the message has enough pictures or the address is one of mail. */
  #toImage(url: URL, words: string): Inline {
    if (this.#allowance.images === 0 || url.hostname === "") return toLink(url, [toText(words)]);
    this.#allowance.images -= 1;
    return { kind: "image", href: url.href, text: words };
  }

  /** Nothing in it is read; a run of other than two signs, or with nothing behind it, is text. */
  #readFormula(): boolean {
    const start = this.#at + runLength(this.#text, this.#at);
    const end = start < this.#lastFormula ? this.#text.indexOf(FORMULA_MARK, start) : -1;
    const text = this.#text.slice(start, end).trim();
    if (end === -1 || start - this.#at !== FORMULA_MARK.length || text === "") {
      this.#at = start;
      return true;
    }
    const range = { start: this.#at, end: end + FORMULA_MARK.length };
    return this.#pushLink(
      { kind: "formula", text },
      this.#text.slice(range.start, range.end),
      range,
    );
  }

  /** The short code of an emoji, outside of words. */
  #readShortcode(): boolean {
    const code = /:[\w+-]{1,50}:/y;
    code.lastIndex = this.#at;
    const text = code.exec(this.#text)?.[0];
    const before = this.#text.slice(Math.max(0, this.#at - 2), this.#at);
    if (text === undefined || /[\p{L}\p{N}]$/u.test(before)) return false;
    return this.#push({ kind: "shortcode", text }, this.#at + text.length);
  }

  /** Everything in angle brackets that is no text: a mention, an address of the web or of mail. */
  #readAngle(): boolean {
    const mention = readMention(this.#text, this.#at);
    if (mention)
      return this.#push({ kind: "mention", mention: mention.token }, this.#at + mention.length);
    const angle = /<([^\s<>]+)>/y;
    angle.lastIndex = this.#at;
    const inner = angle.exec(this.#text)?.[1] ?? "";
    const isMail = /^[\w.!#$%&'*+/=?^`{|}~-]+@[\w-]+(?:\.[\w-]+)*$/.test(inner);
    const url = safeUrl(isMail ? `mailto:${inner}` : inner);
    const range = { start: this.#at, end: this.#at + inner.length + 2 };
    return url !== undefined && this.#pushLink(toBareLink(url, inner), inner, range);
  }

  #readBareLink(): boolean {
    const link = readBareLink(this.#text, this.#at, this.#pending);
    if (!link) return false;
    const written = this.#text.slice(link.start, link.end);
    const url = safeUrl(link.href);
    if (url) return this.#pushLink(toBareLink(url, written), written, link);
    // It is not read again: text with many of them would be read once for each.
    this.#at = link.end;
    return true;
  }

  #push(inline: Inline, end: number, start = this.#at): true {
    return this.#pushToken({ kind: "leaf", inline }, end, start);
  }

  #pushLink(inline: Inline, written: string, range: { start: number; end: number }): true {
    return this.#pushToken({ kind: "leaf", inline, written }, range.end, range.start);
  }

  #pushToken(token: Token, end: number, start = this.#at): true {
    this.#endText(start);
    this.#tokens.push(token);
    this.#at = end;
    this.#pending = end;
    return true;
  }

  #endText(end: number): void {
    const text = this.#text.slice(this.#pending, end);
    if (text !== "") this.#tokens.push({ kind: "leaf", inline: toText(text) });
  }
}
