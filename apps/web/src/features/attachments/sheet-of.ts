/** The sheet where a composer stands: its thread, or the room. */
export function sheetOf(field: HTMLTextAreaElement | null): Element | null {
  return field?.closest("[data-region=side]") ?? document.getElementById("main");
}

/** Is something over the sheet of a composer, with no dialog over that? */
export function isOverSheet(
  field: HTMLTextAreaElement | null,
  target: EventTarget | null,
): boolean {
  const isOver = target instanceof Node && sheetOf(field)?.contains(target) === true;
  return isOver && !isUnderDialog();
}

export function isUnderDialog(): boolean {
  return document.querySelector("[role=dialog][data-state=open]") !== null;
}
