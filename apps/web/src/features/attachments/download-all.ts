import { fileContentPath, type MessageFile } from "@colbin/protocol";

/** Between two: a browser takes several at once for one. */
const PAUSE_MS = 400;

/** Saves each file; the browser may ask whether this page may save several. */
export function downloadAll(files: readonly MessageFile[]): void {
  for (const [index, { id, name }] of files.entries())
    setTimeout(() => {
      const link = document.createElement("a");
      link.href = fileContentPath(id, { isDownload: true });
      link.download = name;
      link.click();
    }, index * PAUSE_MS);
}
