import { useEffect, useEffectEvent, type RefObject } from "react";
import { namesFiles } from "./named-files.ts";
import { isOverSheet, isUnderDialog } from "./sheet-of.ts";

/**
 * Files that are pasted anywhere in the sheet of the composer, but in another field. Where there is a text as well, as with cells of a
 * table, the text is meant, unless it does no more than name the files.
 */
export function usePastedFiles(
  field: RefObject<HTMLTextAreaElement | null>,
  onPaste: ((files: readonly File[]) => void) | undefined,
): void {
  const handle = useEffectEvent((event: ClipboardEvent): void => {
    const { clipboardData, target } = event;
    const files = [...(clipboardData?.files ?? [])];
    if (!onPaste || files.length === 0 || !isMeant(field.current, target)) return;
    const text = clipboardData?.getData("text/plain") ?? "";
    if (text !== "" && !namesFiles(text, files)) return;
    event.preventDefault();
    // An image that is copied from a page comes with its HTML, too.
    event.stopPropagation();
    onPaste(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent): void => handle(event);
    window.addEventListener("paste", listener, { capture: true });
    return () => window.removeEventListener("paste", listener, { capture: true });
  }, []);
}

/** A paste without a place of the focus is meant for the room, and not for its thread beside it. */
function isMeant(field: HTMLTextAreaElement | null, target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const isInForm = field?.form?.contains(target) === true;
  if (target.closest("input, textarea, [contenteditable]")) return isInForm;
  const isOfRoom = !field?.closest("[data-region=side]");
  const isNowhere = target === document.body && isOfRoom && !isUnderDialog();
  return isInForm || isNowhere || isOverSheet(field, target);
}
