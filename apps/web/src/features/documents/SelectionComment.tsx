import type { Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { beginComment } from "./comment-drafts.ts";
import type { CommentMarks } from "./comment-marks.ts";
import { commentTexts } from "./comment-texts.ts";

interface SelectionCommentProps {
  document: Document;
  editor: Editor;
  marks: CommentMarks;
}

/** Below the end of what is selected, in the element that the text stands in. */
export function SelectionComment({ document, editor, marks }: SelectionCommentProps) {
  const place = useSelectionPlace(editor);
  if (place === "") return null;
  const [top, end] = place.split(" ").map(Number);
  return (
    <Button
      size="sm"
      className="absolute z-10 shadow-float"
      style={{ top, insetInlineEnd: Math.max(0, end ?? 0) }}
      // The selection in the text stays.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => beginComment(document.id, marks)}
    >
      <MessageSquarePlus aria-hidden="true" />
      {t(commentTexts.add)}
    </Button>
  );
}

/** Measured once in a frame, and only after the text, its width or the selection has changed. */
function useSelectionPlace(editor: Editor): string {
  const [place, setPlace] = useState("");
  useEffect(() => {
    let frame: number | undefined;
    const measure = (): void => {
      frame = undefined;
      if (!editor.isDestroyed) setPlace(readPlace(editor));
    };
    const ask = ({ transaction }: { readonly transaction: Transaction }): void => {
      const { docChanged, selectionSet } = transaction;
      if (docChanged || selectionSet) frame ??= requestAnimationFrame(measure);
    };
    frame = requestAnimationFrame(measure);
    editor.on("transaction", ask);
    // Lines break elsewhere in another width.
    const resizing = new ResizeObserver(measure);
    resizing.observe(editor.view.dom);
    return () => {
      editor.off("transaction", ask);
      resizing.disconnect();
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, [editor]);
  return place;
}

const GAP_PX = 6;
const WIDTH_PX = 110;

/** The distances from the top and from the end of the element around the text; empty where nothing is selected. */
function readPlace(editor: Editor): string {
  const { from, to, empty } = editor.state.selection;
  if (empty || editor.state.doc.textBetween(from, to).trim() === "") return "";
  const around = editor.view.dom.offsetParent?.getBoundingClientRect();
  if (!around) return "";
  const { bottom, right } = editor.view.coordsAtPos(to);
  const distance = Math.min(around.right - right, around.width - WIDTH_PX);
  return `${Math.round(bottom - around.top + GAP_PX)} ${Math.round(distance)}`;
}
