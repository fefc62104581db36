import {
  Lexer,
  Tokenizer,
  type MarkedOptions,
  type Token,
  type Tokens,
  type TokensList,
} from "marked";
import { WorkBudget } from "./markdown-budget.ts";

interface Lexed {
  readonly tokens: Token[];
  readonly steps: number;
}

/**
 * The tokens of the subset: GitHub's flavour with line breaks as they are written, and spoilers. Throws `TooComplex` where
 * reading them would keep the page from everything else.
 */
export function lex(content: string): Lexed {
  const budget = new WorkBudget();
  budget.spendOnBlanks(content);
  const tokens = new ChatLexer(budget).lex(content);
  return { tokens, steps: budget.steps };
}

class ChatLexer extends Lexer {
  readonly #budget: WorkBudget;

  constructor(budget: WorkBudget) {
    super(toOptions(budget));
    this.#budget = budget;
    // No reference is ever defined, and looking for what refers to one is quadratic.
    Reflect.deleteProperty(this.tokens, "links");
  }

  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(source: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(source: string, tokens?: Token[], isClipped?: boolean): Token[] {
    return this.#budget.nest(source, () => super.blockTokens(source, tokens, isClipped));
  }

  override inlineTokens(source: string, tokens?: Token[]): Token[] {
    this.#budget.spendOnFastReads(source.match(/`+/g)?.length ?? 0, source.length);
    return this.#budget.nest(source, () => super.inlineTokens(source, tokens));
  }
}

/**
 * HTML, definitions, references, underlined headings and indented code are not of the subset: their text stays text. The
 * others pay for what they read.
 */
class ChatTokenizer extends Tokenizer {
  readonly #budget: WorkBudget;

  constructor(budget: WorkBudget) {
    super();
    this.#budget = budget;
  }

  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}
  override reflink(): undefined {}
  override lheading(): undefined {}
  override code(): undefined {}

  /** The first rule that every block is held against. */
  override space(source: string) {
    this.#budget.spendOnToken();
    return super.space(source);
  }

  override list(source: string) {
    const list = super.list(source);
    this.#budget.spendOnTokens(list?.items.length ?? 0);
    return list;
  }

  override table(source: string) {
    // All rows are read before the columns are counted.
    if (/^[^\n]+\n[ :|-]+(?:\n|$)/.test(source)) this.#budget.spendOnFastReads(1, source.length);
    return super.table(source);
  }

  /** After each of its lines it asks whether a table follows; three hyphens are a rule, which is asked first. */
  override paragraph(source: string) {
    const [lines = ""] = /^[^\n]+(?:\n[^\n]+)*/.exec(source) ?? [];
    const tables = lines.match(/\n(?! *-(?: *-){2,} *(?:\n|$))[ :|-]+(?=\n|$)/g)?.length ?? 0;
    this.#budget.spendOnFastReads(tables, lines.length);
    return super.paragraph(source);
  }

  override emStrong(source: string, masked: string, previous?: string) {
    if (!/^[*_]+[^\s*_]/.test(source)) return undefined;
    return this.#counted(source, super.emStrong(source, masked, previous));
  }

  override del(source: string, masked: string, previous?: string) {
    if (!source.startsWith("~")) return undefined;
    return this.#counted(source, super.del(source, masked, previous));
  }

  override codespan(source: string) {
    if (!source.startsWith("`")) return undefined;
    return this.#counted(source, super.codespan(source));
  }

  override link(source: string) {
    if (!/^!?\[/.test(source)) return undefined;
    return this.#counted(source, super.link(source));
  }

  override url(source: string) {
    // Punctuation at its end is taken off one by one.
    const { length } = /^(?:\w+:\/\/|www\.)\S*/.exec(source)?.[0] ?? "";
    this.#budget.spendOnFastReads(length, length);
    return super.url(source);
  }

  override inlineText(source: string) {
    const token = super.inlineText(source);
    const spoiler = token?.raw.indexOf("||", 1) ?? -1;
    if (spoiler === -1) return token;
    this.#budget.spendOnSearch(source, token);
    return super.inlineText(source.slice(0, spoiler));
  }

  #counted<T extends { readonly raw: string } | undefined>(source: string, token: T): T {
    this.#budget.spendOnSearch(source, token);
    return token;
  }
}

interface SpoilerToken {
  readonly type: "spoiler";
  readonly raw: string;
  readonly tokens: Token[];
}

function toOptions(budget: WorkBudget): MarkedOptions {
  return {
    gfm: true,
    breaks: true,
    tokenizer: new ChatTokenizer(budget),
    extensions: {
      renderers: {},
      childTokens: {},
      inline: [
        // Asked before all rules, for each token.
        function readSpoiler(source) {
          budget.spendOnToken(lengthOfWord(source));
          if (!source.startsWith("||")) return undefined;
          const match = /^\|\|(?=\S)([\s\S]{0,1000}?\S)\|\|/.exec(source);
          const inner = match?.[1];
          if (inner === undefined) return undefined;
          return {
            type: "spoiler",
            raw: match?.[0] ?? "",
            tokens: this.lexer.inlineTokens(inner, []),
          };
        },
      ],
    },
  };
}

/** Of the characters that may stand before the @ of an address. */
function lengthOfWord(source: string): number {
  return /^[\w.!#$%&'*+/=?`{|}~-]*/.exec(source)?.[0].length ?? 0;
}

export type BlockToken =
  | Tokens.Space
  | Tokens.Paragraph
  | Tokens.Text
  | Tokens.Heading
  | Tokens.Blockquote
  | Tokens.Code
  | Tokens.Hr
  | Tokens.List
  | Tokens.Table;

export type InlineToken =
  | Tokens.Strong
  | Tokens.Em
  | Tokens.Del
  | Tokens.Codespan
  | Tokens.Br
  | Tokens.Link
  | Tokens.Image
  | Tokens.Text
  | Tokens.Escape
  | SpoilerToken;
