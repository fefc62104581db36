import { useEffect, type RefObject } from "react";
import { isComposing } from "#web/lib/actions/composition.ts";
import { continueLine, indentCode } from "./continue-line.ts";
import { editField, readField, type TextEdit } from "./edit-field.ts";
import { handlePaste } from "./paste.ts";

/** Line breaks, Tab and what is pasted, as Markdown wants them. Each is one step of the field's undo. */
export function useFieldHelp(field: RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const element = field.current;
    element?.addEventListener("beforeinput", handleInput);
    element?.addEventListener("keydown", handleTab);
    element?.addEventListener("paste", handlePaste);
    return () => {
      element?.removeEventListener("beforeinput", handleInput);
      element?.removeEventListener("keydown", handleTab);
      element?.removeEventListener("paste", handlePaste);
    };
  }, [field]);
}

/** Asked by the kind of the input: the keyboard of a phone tells no keys. */
function handleInput(event: InputEvent): void {
  const isBreak = event.inputType === "insertLineBreak" || event.inputType === "insertParagraph";
  if (!isBreak || event.isComposing) return;
  apply(event, continueLine(readField(event.currentTarget as HTMLTextAreaElement)));
}

/** Shift+Tab leads out of the code block where there is no indent to take: the field holds nobody. */
function handleTab(event: KeyboardEvent): void {
  if (event.key !== "Tab" || event.ctrlKey || event.metaKey || event.altKey || isComposing(event))
    return;
  apply(event, indentCode(readField(event.currentTarget as HTMLTextAreaElement), event.shiftKey));
}

function apply(event: Event, edit: TextEdit | undefined): void {
  if (!edit) return;
  event.preventDefault();
  editField(event.currentTarget as HTMLTextAreaElement, edit);
}
