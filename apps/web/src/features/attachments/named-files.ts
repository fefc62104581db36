/**
 * Says a text no more than which files these are? File managers give the names, paths or addresses of files that are copied beside
 * their bytes.
 */
export function namesFiles(text: string, files: readonly { readonly name: string }[]): boolean {
  const names = new Set(files.map(({ name }) => name.normalize()));
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
  return lines.length === files.length && lines.every((line) => names.has(nameIn(line.trim())));
}

/** The last part of a path or of an address of a file. */
function nameIn(line: string): string {
  const last = line.replace(/^.*[/\\]/, "");
  try {
    return (line.startsWith("file:") ? decodeURIComponent(last) : last).normalize();
  } catch {
    return last;
  }
}
