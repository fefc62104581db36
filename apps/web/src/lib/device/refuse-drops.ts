/** A browser leaves the page for a file that is dropped on it: places that take files say so themselves, and no other one does. */
export function refuseDrops(): void {
  for (const kind of ["dragover", "drop"] as const) addEventListener(kind, refuse, true);
}

function refuse(event: DragEvent): void {
  const { dataTransfer } = event;
  if (!dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  dataTransfer.dropEffect = "none";
}
