import { saveFile } from "#web/lib/device/save-file.ts";

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Saves a document as a page that every browser and every word processor opens. */
export function saveCopy(title: string, html: string): void {
  const name = title.replaceAll(/[&<>]/g, (sign) => escapes[sign] ?? sign);
  const head = `<meta charset="utf-8"><title>${name}</title>`;
  const page = `<!doctype html>\n<html><head>${head}</head><body>\n<h1>${name}</h1>\n${html}\n</body></html>\n`;
  saveFile(`${title}.html`, "text/html", page);
}
