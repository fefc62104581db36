import type { Editor } from "@tiptap/core";
import { useEffect, useState } from "react";
import { headingLevels } from "@colbin/documents";

export interface Heading {
  /** From 0 for the largest ones. */
  readonly depth: number;
  readonly text: string;
  /** Its place in the text. */
  readonly at: number;
}

/** The headings of a document, as they are now. */
export function useHeadings(editor: Editor): readonly Heading[] {
  const [headings, setHeadings] = useState<readonly Heading[]>([]);
  useEffect(() => {
    const read = (): void => {
      const next = listHeadings(editor);
      setHeadings((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next));
    };
    read();
    editor.on("update", read);
    return () => void editor.off("update", read);
  }, [editor]);
  return headings;
}

function listHeadings(editor: Editor): readonly Heading[] {
  const found: Heading[] = [];
  editor.state.doc.forEach((node, at) => {
    const text = node.textContent.trim();
    if (node.type.name !== "heading" || text === "") return;
    const level = Number(node.attrs["level"]);
    found.push({ depth: Math.max(0, level - headingLevels[0]), text, at });
  });
  return found;
}
