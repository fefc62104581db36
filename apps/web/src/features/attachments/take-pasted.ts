import { namesFiles } from "./named-files.ts";
import { isOverSheet, isUnderDialog } from "./sheet-of.ts";

/**
 * The files that are pasted anywhere in the sheet of a composer, but in another field; then nothing else becomes of the paste. Where there
 * is a text as well, as with cells of a table, the text is meant, unless it does no more than name the files.
 */
export function takePasted(
  event: ClipboardEvent,
  field: HTMLTextAreaElement | null,
): readonly File[] {
  const { clipboardData, target } = event;
  const files = [...(clipboardData?.files ?? [])];
  if (files.length === 0 || !isMeant(field, target)) return [];
  const text = clipboardData?.getData("text/plain") ?? "";
  if (text !== "" && !namesFiles(text, files)) return [];
  event.preventDefault();
  // An image that is copied from a page comes with its HTML, too.
  event.stopPropagation();
  return files;
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
