import { readBlocks } from "./blocks.ts";
import {
  CODE_BLOCK_NODES,
  FORMULA_NODES,
  MARKDOWN_DEPTH_MAX,
  MARKDOWN_NODES_MAX,
  TABLES_MAX,
  TASK_NODES,
} from "./constants.ts";
import type { Block, Inline } from "./tree.ts";

/**
 * The subset of rules-messages 58 as a tree of plain data, in time linear in the length of the text. Never throws: a text that
 * is too deep or too large is one plain block.
 */
export function parseMarkdown(content: string): readonly Block[] {
  const blocks = readBlocks(content);
  return mayBeDrawn(blocks) ? blocks : [{ kind: "plain", text: content }];
}

function mayBeDrawn(blocks: readonly Block[]): boolean {
  let [nodes, tables] = [0, 0];
  function fits(children: readonly (Block | Inline)[], depth: number): boolean {
    // An item or a cell with nothing in it is drawn as well.
    nodes += Math.max(1, children.length);
    for (const child of children) nodes += extraNodesOf(child);
    tables += children.filter(({ kind }) => kind === "table").length;
    if (depth > MARKDOWN_DEPTH_MAX || nodes > MARKDOWN_NODES_MAX || tables > TABLES_MAX)
      return false;
    return children.every((child) => partsOf(child).every((part) => fits(part, depth + 1)));
  }
  return fits(blocks, 1);
}

/** Elements that a node is drawn as, beyond one for each of its parts; measured by what they cost a page. */
function extraNodesOf(node: Block | Inline): number {
  switch (node.kind) {
    case "code":
      return "language" in node ? CODE_BLOCK_NODES : 0;
    case "formula":
      return FORMULA_NODES + node.text.length;
    case "list":
      return node.items.filter(({ task }) => task).length * TASK_NODES;
    default:
      return 0;
  }
}

/** The lists of children that a node has. */
function partsOf(node: Block | Inline): readonly (readonly (Block | Inline)[])[] {
  switch (node.kind) {
    case "quote":
      return [node.blocks];
    case "list":
      return node.items.map(({ blocks }) => blocks);
    case "table":
      return [node.head, ...node.rows].flat().map(({ children }) => children);
    default:
      return "children" in node ? [node.children] : [];
  }
}
