/** Has the browser save a text or bytes as a file of this name and media type. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const href = URL.createObjectURL(new Blob([content], { type }));
  Object.assign(document.createElement("a"), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
