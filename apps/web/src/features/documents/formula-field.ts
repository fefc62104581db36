import { t } from "#web/lib/language/i18n.ts";
import { insertTexts } from "./insert-texts.ts";

/* The source of a formula, in the place of what is drawn of it. */

const LATEX_MAX = 2_000;

/**
 * Shows the source in a field, and gives it to `onDone`: Enter and leaving the field keep the new source, Escape the old one. The field's
 * event `close` says that the keyboard is to go back to the text.
 */
export function editFormula(
  dom: HTMLElement,
  latex: string,
  onDone: (latex: string) => void,
): HTMLElement {
  const field = document.createElement("textarea");
  Object.assign(field, { value: latex, maxLength: LATEX_MAX, spellcheck: false, dir: "ltr" });
  field.rows = Math.min(8, latex.split("\n").length);
  field.className = "document-formula-field";
  field.setAttribute("aria-label", t(insertTexts.latex));
  let isDone = false;
  const end = (text: string): void => {
    if (isDone) return;
    isDone = true;
    onDone(text.trim());
  };
  field.addEventListener("blur", () => end(field.value));
  field.addEventListener("keydown", (event) => {
    const isKept = event.key === "Enter" && !event.shiftKey;
    if (event.isComposing || (!isKept && event.key !== "Escape")) return;
    event.preventDefault();
    event.stopPropagation();
    end(isKept ? field.value : latex);
    field.dispatchEvent(new Event("close"));
  });
  dom.replaceChildren(field);
  field.focus();
  field.select();
  return field;
}
