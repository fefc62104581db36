import { headingLevels } from "@colbin/documents";
import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";

interface Heading {
  /** From 0 for the largest ones. */
  readonly depth: number;
  readonly text: string;
}

/** The headings of a document, as they are now. */
export function useHeadings(editor: Editor): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const read = (): void => {
      const next = listHeadings(editor).map(({ heading }) => heading);
      setHeadings((before) => (isSame(before, next) ? before : next));
    };
    read();
    editor.on("update", read);
    return () => void editor.off("update", read);
  }, [editor]);
  return headings;
}

/** Where the heading of this index stands in the text now. */
export function placeOfHeading(editor: Editor, index: number): number | undefined {
  return listHeadings(editor)[index]?.at;
}

interface PlacedHeading {
  readonly heading: Heading;
  readonly at: number;
}

function listHeadings(editor: Editor): readonly PlacedHeading[] {
  const found: PlacedHeading[] = [];
  editor.state.doc.forEach((node, at) => {
    if (node.type.name !== "heading") return;
    const text = node.textContent.trim();
    if (text === "") return;
    const depth = Math.max(0, Number(node.attrs["level"]) - headingLevels[0]);
    found.push({ heading: { depth, text }, at });
  });
  return found;
}

function isSame(before: readonly Heading[], next: readonly Heading[]): boolean {
  return (
    before.length === next.length &&
    before.every(({ depth, text }, index) => {
      const other = next[index];
      return other?.depth === depth && other.text === text;
    })
  );
}
