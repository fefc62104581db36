import { isRule, readHeading, type Fence } from "./block-starts.ts";
import { HEADING_LEVEL_MAX } from "./constants.ts";
import { readInlines } from "./inlines.ts";
import { unescaped } from "./link-targets.ts";
import { toTable } from "./tables.ts";
import type { Block } from "./tree.ts";

/** A block that takes further lines and contains no block. */
export type Leaf =
  | { readonly kind: "paragraph" | "table"; readonly lines: string[] }
  | { readonly kind: "code"; readonly lines: string[]; readonly fence: Fence };

export function toBlock(leaf: Leaf): Block {
  switch (leaf.kind) {
    case "code":
      return { kind: "code", language: unescaped(leaf.fence.info), text: leaf.lines.join("\n") };
    case "table":
      return toTable(leaf.lines);
    case "paragraph":
      return { kind: "paragraph", children: readInlines(leaf.lines.join("\n")) };
  }
}

/** A block that is one line: a rule or a heading. A heading that is too deep or has no words is text. */
export function readLineBlock(content: string): Block | undefined {
  if (isRule(content)) return { kind: "rule" };
  const heading = readHeading(content);
  if (!heading) return undefined;
  const children = heading.level > HEADING_LEVEL_MAX ? [] : readInlines(heading.text);
  if (children.length > 0) return { kind: "heading", children };
  return { kind: "plain", text: content.trimEnd() };
}
