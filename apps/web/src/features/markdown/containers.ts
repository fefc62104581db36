import { beginsQuote, takeQuoteMarker, type ListMarker } from "./block-starts.ts";
import type { Line } from "./line.ts";
import type { Block, ListItem } from "./tree.ts";

/** The document, a quote or an item of a list. */
export interface Container {
  readonly kind: "document" | "quote" | "item";
  readonly blocks: Block[];
  /** Columns before the content of an item. */
  readonly indent: number;
  /** The last list that began in it; another block ends it. */
  list?: { readonly block: Block; readonly type: string; readonly items: ListItem[] };
}

/** Does the line go on with this container? Then its marker or its indent is taken off the line. */
export function continues(container: Container, line: Line, isEmpty: boolean): boolean {
  switch (container.kind) {
    case "document":
      return true;
    case "quote":
      if (!beginsQuote(line)) return false;
      takeQuoteMarker(line);
      return true;
    case "item":
      // An item that begins with two blank lines is empty.
      if (line.isBlank ? isEmpty : line.indent < container.indent) return false;
      line.takeBlanks(container.indent);
      return true;
  }
}

/** Adds an item to the list with which the container ends, if it has the same marker, else to a new list. */
export function addItem(parent: Container, item: ListItem, { type, start }: ListMarker): void {
  if (parent.list?.type === type && parent.list.block === parent.blocks.at(-1)) {
    parent.list.items.push(item);
    return;
  }
  const items = [item];
  const block: Block = { kind: "list", start, items };
  parent.blocks.push(block);
  parent.list = { block, type, items };
}
