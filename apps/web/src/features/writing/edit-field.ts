/** A text and what is selected of it. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Puts `text` in the place of what stands between `from` and `to`; then `start` to `end` is selected. */
export interface TextEdit {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The text of a field, and the selection in it; the field keeps that while the focus is elsewhere. */
export function readField(field: HTMLTextAreaElement): Selected {
  return { text: field.value, start: field.selectionStart, end: field.selectionEnd };
}

/** As if it were typed: the field tells it by an `input` event, and its own undo takes it back. */
export function editField(field: HTMLTextAreaElement | HTMLInputElement, edit: TextEdit): void {
  field.focus();
  field.setSelectionRange(edit.from, edit.to);
  // The one way that the browser can undo; where it has gone, the text is put there all the same.
  if (!document.execCommand("insertText", false, edit.text)) {
    field.setRangeText(edit.text);
    field.dispatchEvent(new InputEvent("input", { bubbles: true }));
  }
  field.setSelectionRange(edit.start, edit.end);
}

/** In the place of the selection. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  const { start, end } = readField(field);
  const caret = start + text.length;
  editField(field, { from: start, to: end, text, start: caret, end: caret });
}

/** For the mouse down of a button: a press leaves the focus in the field, and the keyboard of a phone on the screen. */
export function keepFocus(event: { readonly preventDefault: () => void }): void {
  event.preventDefault();
}
