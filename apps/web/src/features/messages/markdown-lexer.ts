import { Lexer, Tokenizer, type Token, type Tokens } from "marked";

/** HTML, reference definitions, underlined headings and indented code are not of the subset: their text stays text. */
class ChatTokenizer extends Tokenizer {
  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}
  override lheading(): undefined {}
  override code(): undefined {}
}

interface SpoilerToken {
  readonly type: "spoiler";
  readonly raw: string;
  readonly tokens: Token[];
}

/** The tokens of the subset: GitHub's flavour with line breaks as they are written, and spoilers. */
export function lex(content: string): Token[] {
  const lexer = new Lexer({
    gfm: true,
    breaks: true,
    tokenizer: new ChatTokenizer(),
    extensions: {
      renderers: {},
      childTokens: {},
      startInline: [(source) => indexOrNone(source.indexOf("||"))],
      inline: [
        function readSpoiler(source) {
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
  });
  return lexer.lex(content);
}

function indexOrNone(index: number): number | undefined {
  return index === -1 ? undefined : index;
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
