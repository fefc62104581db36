import {
  beginsFormula,
  beginsQuote,
  closesFence,
  endsFormula,
  FORMULA_MARK,
  mayBegin,
  readFence,
  readListMarker,
  takeListMarker,
  takeQuoteMarker,
  takeTaskBox,
  type ListMarker,
} from "./block-starts.ts";
import { IMAGES_MAX, LIST_DEPTH_MAX } from "./constants.ts";
import { addItem, continues, type Container } from "./containers.ts";
import { readLineBlock, toBlock, type Leaf } from "./leaves.ts";
import { Line } from "./line.ts";
import { beginsTable } from "./tables.ts";
import type { Block } from "./tree.ts";

/**
 * The blocks of a text, as CommonMark reads them: line by line, each compared with the open containers. Linear: a container goes on
 * by a marker or an indent that the line loses, except in a blank line, which goes on with items only.
 */
export function readBlocks(content: string): readonly Block[] {
  const reader = new BlockReader(content.lastIndexOf(FORMULA_MARK));
  let end = 0;
  // A break at the end begins no line.
  for (const [place, part] of content
    .replace(/\r?\n$/, "")
    .split(/(\r\n|\r|\n)/)
    .entries()) {
    end += part.length;
    if (place % 2 === 0) reader.read(new Line(part, end));
  }
  return reader.end();
}

class BlockReader {
  readonly #document: Container = { kind: "document", blocks: [], indent: 0 };
  #open: Container[] = [this.#document];
  /** It is in the innermost container. */
  #leaf: Leaf | undefined;
  /** The place of the last mark of a formula: no formula begins in it. */
  readonly #lastFormula: number;
  readonly #allowance = { images: IMAGES_MAX };

  constructor(lastFormula: number) {
    this.#lastFormula = lastFormula;
  }

  read(line: Line): void {
    let count = this.#countContinued(line);
    if (count === this.#open.length && this.#readRaw(line)) return;
    while (this.#beginQuote(line, count) || this.#beginItem(line, count)) count = this.#open.length;
    if (!this.#beginLeaf(line, count)) this.#readText(line, count);
  }

  end(): readonly Block[] {
    this.#close(1);
    return this.#document.blocks;
  }

  /** How many of the open containers the line goes on with; it loses their markers. */
  #countContinued(line: Line): number {
    const end = this.#open.findIndex((container) => {
      const isEmpty = container.blocks.length === 0 && !this.#leaf;
      return !continues(container, line, isEmpty);
    });
    return end === -1 ? this.#open.length : end;
  }

  #beginQuote(line: Line, count: number): boolean {
    if (!beginsQuote(line)) return false;
    takeQuoteMarker(line);
    this.#close(count);
    const blocks: Block[] = [];
    this.#innermost().blocks.push({ kind: "quote", blocks });
    this.#open.push({ kind: "quote", blocks, indent: 0 });
    return true;
  }

  #beginItem(line: Line, count: number): boolean {
    const marker = readListMarker(line);
    if (!marker || !this.#mayInterrupt(line, marker, count)) return false;
    const lists = this.#open.slice(0, count).filter(({ kind }) => kind === "item").length;
    if (lists >= LIST_DEPTH_MAX) return false;
    this.#close(count);
    const indent = takeListMarker(line, marker);
    const blocks: Block[] = [];
    addItem(this.#innermost(), { task: takeTaskBox(line), blocks }, marker);
    this.#open.push({ kind: "item", blocks, indent });
    return true;
  }

  /** Within a paragraph a list begins by an item that has words, and the number 1 if it is numbered. */
  #mayInterrupt(line: Line, { length, start = 1 }: ListMarker, count: number): boolean {
    if (this.#leaf?.kind !== "paragraph" || count < this.#open.length) return true;
    return start === 1 && line.content.trimEnd().length > length;
  }

  #beginLeaf(line: Line, count: number): boolean {
    if (!mayBegin(line)) return false;
    const { content } = line;
    const fence = readFence(content, line.indent);
    const isFormula = beginsFormula(content) && line.end <= this.#lastFormula;
    const block = fence || isFormula ? undefined : readLineBlock(content, this.#allowance);
    if (!fence && !isFormula && !block) return false;
    this.#close(count);
    if (fence) this.#leaf = { kind: "code", lines: [], fence };
    if (isFormula) this.#leaf = { kind: "formula", lines: [content], isClosed: false };
    if (block) this.#innermost().blocks.push(block);
    return true;
  }

  /** A line of code or of a formula, in which nothing begins. */
  #readRaw(line: Line): boolean {
    const leaf = this.#leaf;
    if (leaf?.kind === "code") this.#readCode(line, leaf);
    else if (leaf?.kind === "formula") {
      leaf.lines.push(line.rest);
      leaf.isClosed = endsFormula(line);
      if (leaf.isClosed) this.#closeLeaf();
    } else return false;
    return true;
  }

  #readCode(line: Line, { lines, fence }: Extract<Leaf, { kind: "code" }>): void {
    if (closesFence(line, fence)) {
      this.#closeLeaf();
      return;
    }
    line.takeBlanks(fence.indent);
    lines.push(line.rest);
  }

  #readText(line: Line, count: number): void {
    const isContinued = count === this.#open.length;
    const leaf = this.#leaf;
    if (line.isBlank) this.#close(count);
    else if (leaf?.kind === "paragraph") {
      // A line may leave out the markers of the containers that its paragraph is in.
      const head = leaf.lines.at(-1) ?? "";
      if (isContinued && beginsTable(head, line.rest)) this.#beginTable(leaf, line);
      else leaf.lines.push(line.rest);
    } else if (leaf && isContinued) leaf.lines.push(line.rest);
    else {
      this.#close(count);
      this.#leaf = { kind: "paragraph", lines: [line.rest] };
    }
  }

  /** The last line of the paragraph becomes the head of the table. */
  #beginTable(paragraph: Leaf, line: Line): void {
    const head = paragraph.lines.pop() ?? "";
    if (paragraph.lines.length > 0) this.#closeLeaf();
    this.#leaf = { kind: "table", lines: [head, line.rest] };
  }

  #innermost(): Container {
    return this.#open.at(-1) ?? this.#document;
  }

  /** Closes the leaf, and all containers but the first ones. */
  #close(count: number): void {
    this.#closeLeaf();
    this.#open.length = count;
  }

  #closeLeaf(): void {
    if (this.#leaf) this.#innermost().blocks.push(toBlock(this.#leaf, this.#allowance));
    this.#leaf = undefined;
  }
}
