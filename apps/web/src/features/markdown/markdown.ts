import type { Token, Tokens } from "marked";
import {
  LIST_DEPTH_MAX,
  MARKDOWN_DEPTH_MAX,
  MARKDOWN_NODES_MAX,
  TABLE_COLUMNS_MAX,
  TABLE_ROWS_MAX,
} from "./constants.ts";
import { hostBeside, linkText, safeUrl } from "./links.ts";
import { TooComplex } from "./markdown-budget.ts";
import { lex, type BlockToken, type InlineToken } from "./markdown-lexer.ts";

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "break" }
  | {
      readonly kind: "strong" | "emphasis" | "strike" | "spoiler";
      readonly children: readonly Inline[];
    }
  | {
      readonly kind: "link";
      readonly href: string;
      readonly host: string | undefined;
      readonly children: readonly Inline[];
    };

export interface ListItem {
  /** Undefined: an ordinary item. */
  readonly isDone: boolean | undefined;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "plain"; readonly text: string }
  | { readonly kind: "paragraph" | "heading"; readonly children: readonly Inline[] }
  | { readonly kind: "quote"; readonly blocks: readonly Block[] }
  | {
      readonly kind: "list";
      readonly start: number | undefined;
      readonly items: readonly ListItem[];
    }
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "rule" }
  | {
      readonly kind: "table";
      readonly head: readonly Cell[];
      readonly rows: readonly (readonly Cell[])[];
    };

export interface Cell {
  readonly text: string;
  readonly children: readonly Inline[];
}

/** The subset of rules-messages 58 as a tree of plain data. Whatever is too deep, too large or too odd is plain text. */
export function parseMarkdown(content: string): readonly Block[] {
  if (isTooNested(content)) return [{ kind: "plain", text: content }];
  try {
    return new TreeBuilder().blocks(lex(content).tokens, { depth: 0, lists: 0 });
  } catch (error) {
    // RangeError: the lexer ran out of stack on nested input. Anything else is a fault of ours.
    if (error instanceof TooComplex || error instanceof RangeError)
      return [{ kind: "plain", text: content }];
    throw error;
  }
}

/** Quotes and lists begun within one line, which the lexer would take apart one by one, each time reading all the rest. */
function isTooNested(content: string): boolean {
  for (const [markers] of content.matchAll(
    /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/gm,
  )) {
    if ((markers.match(/>|[-*+]|\d+/g)?.length ?? 0) > MARKDOWN_DEPTH_MAX) return true;
  }
  return false;
}

interface Place {
  readonly depth: number;
  readonly lists: number;
}

class TreeBuilder {
  #nodes = 0;

  blocks(tokens: readonly Token[], place: Place): Block[] {
    const inner = this.#enter(place);
    return tokens.flatMap((token) => this.#block(token as BlockToken, inner));
  }

  #block(token: BlockToken, place: Place): Block[] {
    this.#count();
    switch (token.type) {
      case "space":
        return [];
      case "paragraph":
      case "text":
        return [{ kind: "paragraph", children: this.#inlines(token.tokens ?? [token], place) }];
      case "heading":
        if (token.depth > 3) return [plainLine(token.raw)];
        return [{ kind: "heading", children: this.#inlines(token.tokens, place) }];
      case "blockquote":
        return [{ kind: "quote", blocks: this.blocks(token.tokens, place) }];
      case "code":
        return [{ kind: "code", language: token.lang?.trim() ?? "", text: token.text }];
      case "hr":
        return [{ kind: "rule" }];
      case "list":
        return [this.#list(token, place)];
      case "table":
        return [this.#table(token, place)];
      default:
        return [plainLine((token as Token).raw)];
    }
  }

  #list(token: Tokens.List, place: Place): Block {
    if (place.lists >= LIST_DEPTH_MAX) return plainLine(token.raw);
    const inner = { ...place, lists: place.lists + 1 };
    const items = token.items.map((item) => ({
      isDone: item.task ? item.checked === true : undefined,
      blocks: this.blocks(
        item.tokens.filter(({ type }) => type !== "checkbox"),
        inner,
      ),
    }));
    return { kind: "list", start: token.ordered ? Number(token.start) : undefined, items };
  }

  #table(token: Tokens.Table, place: Place): Block {
    if (token.header.length > TABLE_COLUMNS_MAX || token.rows.length > TABLE_ROWS_MAX)
      return plainLine(token.raw);
    const toCell = (cell: Tokens.TableCell) => ({
      text: cell.text,
      children: this.#inlines(cell.tokens, place),
    });
    return {
      kind: "table",
      head: token.header.map(toCell),
      rows: token.rows.map((row) => row.map(toCell)),
    };
  }

  #inlines(tokens: readonly Token[], place: Place): Inline[] {
    const inner = this.#enter(place);
    return tokens.map((token) => this.#inline(token as InlineToken, inner));
  }

  #inline(token: InlineToken, place: Place): Inline {
    this.#count();
    switch (token.type) {
      case "strong":
        return { kind: "strong", children: this.#inlines(token.tokens, place) };
      case "em":
        return { kind: "emphasis", children: this.#inlines(token.tokens, place) };
      case "del":
        return { kind: "strike", children: this.#inlines(token.tokens, place) };
      case "spoiler":
        return { kind: "spoiler", children: this.#inlines(token.tokens, place) };
      case "codespan":
        return { kind: "code", text: token.text };
      case "br":
        return { kind: "break" };
      case "link":
        return this.#link(token, place);
      case "image":
        return toImageLink(token);
      case "text":
      case "escape":
        return { kind: "text", text: token.text };
      default:
        return { kind: "text", text: (token as Token).raw };
    }
  }

  #link(token: Tokens.Link, place: Place): Inline {
    const url = safeUrl(token.href);
    if (!url) return { kind: "text", text: token.raw };
    if (token.autolink) {
      return {
        kind: "link",
        href: url.href,
        host: undefined,
        children: [{ kind: "text", text: linkText(url, token.text) }],
      };
    }
    const children = this.#inlines(token.tokens, place);
    return { kind: "link", href: url.href, host: hostBeside(url, wordsOf(children)), children };
  }

  #enter(place: Place): Place {
    if (place.depth >= MARKDOWN_DEPTH_MAX) throw new TooComplex();
    return { ...place, depth: place.depth + 1 };
  }

  #count(): void {
    this.#nodes += 1;
    if (this.#nodes > MARKDOWN_NODES_MAX) throw new TooComplex();
  }
}

/** What is read, without the marks of the markdown. */
function wordsOf(inlines: readonly Inline[]): string {
  const words = inlines.map((inline) => {
    if ("children" in inline) return wordsOf(inline.children);
    return "text" in inline ? inline.text : " ";
  });
  return words.join("");
}

function plainLine(raw: string): Block {
  return { kind: "plain", text: raw.replace(/\n+$/, "") };
}

/** A picture of another site would tell that site who reads: it is a link. */
function toImageLink(token: Tokens.Image): Inline {
  const url = safeUrl(token.href);
  if (!url) return { kind: "text", text: token.raw };
  const words = token.text.trim();
  const text = words === "" ? linkText(url, token.href) : words;
  return {
    kind: "link",
    href: url.href,
    host: hostBeside(url, text),
    children: [{ kind: "text", text }],
  };
}
