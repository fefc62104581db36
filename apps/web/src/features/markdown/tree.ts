import type { MentionToken } from "@colbin/protocol";

export type Inline =
  | { readonly kind: "text" | "code"; readonly text: string }
  | { readonly kind: "break" }
  | { readonly kind: "mention"; readonly mention: MentionToken }
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
