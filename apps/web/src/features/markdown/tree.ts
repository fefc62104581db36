import type { MentionToken } from "@colbin/protocol";

export type Inline =
  /** A short code has its colons, a formula is LaTeX. */
  | { readonly kind: "text" | "code" | "shortcode" | "formula"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "mention"; readonly mention: MentionToken }
  /** Its text stands in the place of the picture where there is none. */
  | { readonly kind: "image"; readonly href: string; readonly text: string }
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

export interface Task {
  readonly isDone: boolean;
  /** The place of its mark in the text of the message, between the brackets. */
  readonly at: number;
}

export interface ListItem {
  /** Undefined: an ordinary item. */
  readonly task: Task | undefined;
  readonly blocks: readonly Block[];
}

export type Block =
  | { readonly kind: "plain" | "formula"; readonly text: string }
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
