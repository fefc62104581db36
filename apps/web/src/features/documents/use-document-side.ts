import { createStore } from "@colbin/client";
import type { Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import type { CommentMarks } from "./comment-marks.ts";

/** A document that is open on the page, for the sheets beside it. */
export interface OpenDocument {
  readonly document: Document;
  readonly editor: Editor;
  readonly marks: CommentMarks;
}

/** Undefined while the page shows no document, or its text is not opened yet. */
export const openDocument = createStore<OpenDocument | undefined>(undefined);

/** Shows the sheets beside the page which document is open, as long as the component is there. */
export function useDocumentSide(
  document: Document,
  editor: Editor | undefined,
  marks: CommentMarks | undefined,
): void {
  useEffect(() => {
    if (!editor || !marks) return undefined;
    openDocument.update(() => ({ document, editor, marks }));
    return () => openDocument.update(() => undefined);
  }, [document, editor, marks]);
}
