import type { Action } from "#web/lib/actions/actions.ts";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { editField, readField } from "./edit-field.ts";
import { formatText, type Format } from "./format-text.ts";
import { writingTexts } from "./texts.ts";

export const formatShortcuts: Readonly<Record<Format, string>> = {
  bold: "Mod+B",
  italic: "Mod+I",
  strike: "Mod+Shift+X",
  link: "Mod+Alt+K",
  code: "Mod+E",
  codeBlock: "Mod+Shift+E",
  list: "Mod+Shift+8",
  numbers: "Mod+Shift+7",
  quote: "Mod+Shift+9",
};

/** Each marks what is selected in the field that has the focus. */
export const formatActions: readonly Action[] = Object.entries(formatShortcuts).map(
  ([format, shortcut]) => ({
    id: `composer.${format}`,
    title: writingTexts[format as Format],
    keywords: writingTexts.formatWords,
    shortcut,
    scope: "composer",
    run: () => {
      const field = document.activeElement;
      if (field instanceof HTMLTextAreaElement) formatField(format as Format, field);
    },
  }),
);
learnActions(formatActions);

/** Marks what is selected in the field, as one step of its undo. */
export function formatField(format: Format, field: HTMLTextAreaElement): void {
  editField(field, formatText(format, readField(field)));
}
