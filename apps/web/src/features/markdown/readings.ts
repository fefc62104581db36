/* Parts of a message that a worker reads: code for its colours, LaTeX for its elements. */

export type CodeColour = "keyword" | "string" | "number" | "title" | "type" | "comment";

export interface CodeToken {
  readonly text: string;
  readonly colour: CodeColour | undefined;
}

/** An element of MathML with nothing but what the page may draw. */
export interface FormulaNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly style: Readonly<Record<string, string>>;
  readonly children: readonly (FormulaNode | string)[];
}

export type Question =
  | { readonly kind: "code"; readonly language: string; readonly text: string }
  | { readonly kind: "formula"; readonly isBlock: boolean; readonly text: string };

/** Undefined: the text is shown as it was written. */
export interface Answers {
  readonly code: readonly CodeToken[] | undefined;
  readonly formula: FormulaNode | undefined;
}

/** Told by the worker once it can read the question: the time that it may take begins. */
export const READER_READY = "ready";
