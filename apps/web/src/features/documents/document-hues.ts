import { hueOf } from "#web/design/identity/identity.ts";

/** Spelled out, since the style sheet is made from the class names that stand in the source. */
const rings = [
  "ring-hue-1-solid",
  "ring-hue-2-solid",
  "ring-hue-3-solid",
  "ring-hue-4-solid",
  "ring-hue-5-solid",
  "ring-hue-6-solid",
  "ring-hue-7-solid",
  "ring-hue-8-solid",
];

/** The class of a ring in the colour of this person. */
export function ringOf(id: string): string {
  return rings[hueOf(id) - 1] ?? "";
}

/** The caret of somebody else, under their name. */
export function drawCaret({ id, name }: Readonly<Record<string, unknown>>): HTMLElement {
  const caret = document.createElement("span");
  caret.className = `document-caret ${hueClass(id)}`;
  caret.setAttribute("aria-hidden", "true");
  const label = document.createElement("span");
  label.className = "document-caret-name";
  label.textContent = String(name);
  // The words around it stay where they are.
  caret.append("\u2060", label, "\u2060");
  return caret;
}

/** Looks of the words that somebody else has selected. */
export function selectionLook({ id }: Readonly<Record<string, unknown>>): { class: string } {
  return { class: `document-selection ${hueClass(id)}` };
}

function hueClass(id: unknown): string {
  return `document-hue-${hueOf(String(id))}`;
}
