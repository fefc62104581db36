import { FORMULA_MARK, isRule, readHeading, type Fence } from "./block-starts.ts";
import { HEADING_LEVEL_MAX } from "./constants.ts";
import type { Allowance } from "./inline-tokens.ts";
import { readInlines } from "./inlines.ts";
import { unescaped } from "./link-targets.ts";
import { toTable } from "./tables.ts";
import type { Block } from "./tree.ts";

/** A block that takes further lines and contains no block. */
export type Leaf =
  | { readonly kind: "paragraph" | "table"; readonly lines: string[] }
  | { readonly kind: "code"; readonly lines: string[]; readonly fence: Fence }
  | { readonly kind: "formula"; readonly lines: string[]; isClosed: boolean };

export function toBlock(leaf: Leaf, allowance: Allowance): Block {
  switch (leaf.kind) {
    case "code":
      return { kind: "code", language: unescaped(leaf.fence.info), text: leaf.lines.join("\n") };
    case "table":
      return toTable(leaf.lines);
    case "formula":
      return toFormula(leaf.lines.join("\n"), leaf.isClosed, allowance);
    case "paragraph":
      return toParagraph(leaf.lines.join("\n"), allowance);
  }
}

/** A formula, where it ends and has something in it. */
function toFormula(written: string, isClosed: boolean, allowance: Allowance): Block {
  const text = written.trim().slice(FORMULA_MARK.length, -FORMULA_MARK.length).trim();
  return isClosed && text !== "" ? { kind: "formula", text } : toParagraph(written, allowance);
}

/** A paragraph, or the formula that it consists of. */
function toParagraph(text: string, allowance: Allowance): Block {
  const children = readInlines(text, allowance);
  const [only] = children;
  if (children.length === 1 && only?.kind === "formula")
    return { kind: "formula", text: only.text };
  return { kind: "paragraph", children };
}

/** A block that is one line: a rule or a heading. A heading that is too deep or has no words is text. */
export function readLineBlock(content: string, allowance: Allowance): Block | undefined {
  if (isRule(content)) return { kind: "rule" };
  const heading = readHeading(content);
  if (!heading) return undefined;
  const children = heading.level > HEADING_LEVEL_MAX ? [] : readInlines(heading.text, allowance);
  if (children.length > 0) return { kind: "heading", children };
  return { kind: "plain", text: content.trimEnd() };
}
