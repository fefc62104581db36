import type { TextRange } from "@colbin/documents";
import type { Node } from "@tiptap/pm/model";

/** A text of the editor: where it stands in its document, and in the text alone. */
interface Span {
  readonly position: number;
  readonly at: number;
  readonly length: number;
}

function spansOf(node: Node): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  node.descendants((child, position) => {
    if (!child.isText) return;
    spans.push({ position, at, length: child.nodeSize });
    at += child.nodeSize;
  });
  return spans;
}

/** Turns ranges of the text alone into positions of this document of the editor; undefined for what is not in it. */
export function positionsIn(node: Node): (range: TextRange) => TextRange | undefined {
  const spans = spansOf(node);
  return ({ from, to }) => {
    const first = spans.find(({ at, length }) => from < at + length);
    const last = spans.findLast(({ at }) => to > at);
    if (!first || !last || to > last.at + last.length) return undefined;
    return { from: first.position + from - first.at, to: last.position + to - last.at };
  };
}

/** The part of the text alone between two positions of the editor. */
export function textRangeOf(node: Node, { from, to }: TextRange): TextRange {
  const spans = spansOf(node);
  const countTo = (end: number): number =>
    spans.reduce(
      (sum, { position, length }) => sum + Math.min(length, Math.max(0, end - position)),
      0,
    );
  return { from: countTo(from), to: countTo(to) };
}
