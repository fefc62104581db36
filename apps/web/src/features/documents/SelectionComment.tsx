import { SUGGESTION_MAX_LENGTH, type Document } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { MessageSquarePlus, PencilLine } from "lucide-react";
import { useEffect, useState, type MouseEvent } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { beginComment, beginSuggestion } from "./comment-drafts.ts";
import { isReplaceable, type CommentMarks } from "./comment-marks.ts";
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
  const [top, end, canSuggest] = place.split(" ").map(Number);
  return (
    <div
      className="absolute z-10 flex gap-1"
      style={{ top, insetInlineEnd: Math.max(0, end ?? 0) }}
    >
      <Button
        size="sm"
        className="shadow-float"
        onMouseDown={keepSelection}
        onClick={() => beginComment(document.id, marks)}
      >
        <MessageSquarePlus aria-hidden="true" />
        {t(commentTexts.add)}
      </Button>
      {canSuggest === 1 && (
        <Button
          size="sm"
          className="shadow-float"
          onMouseDown={keepSelection}
          onClick={() => beginSuggestion(document.id, marks)}
        >
          <PencilLine aria-hidden="true" />
          {t(commentTexts.suggest)}
        </Button>
      )}
    </div>
  );
}

function keepSelection(event: MouseEvent): void {
  event.preventDefault();
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
/** The room that one button takes, or both. */
const WIDTHS_PX = [110, 270];

/**
 * The distances from the top and from the end of the element around the text, and 1 where another text may stand there; empty where
 * nothing is selected.
 */
function readPlace(editor: Editor): string {
  const { from, to, empty } = editor.state.selection;
  if (empty || editor.state.doc.textBetween(from, to).trim() === "") return "";
  const around = editor.view.dom.offsetParent?.getBoundingClientRect();
  if (!around) return "";
  const { bottom, right } = editor.view.coordsAtPos(to);
  const canSuggest = isReplaceable(editor.state.selection) && to - from <= SUGGESTION_MAX_LENGTH;
  const width = WIDTHS_PX[Number(canSuggest)] ?? 0;
  const distance = Math.min(around.right - right, around.width - width);
  return [bottom - around.top + GAP_PX, distance, Number(canSuggest)].map(Math.round).join(" ");
}
