import { isInFence } from "./continue-line.ts";
import { editField, insertText, readField } from "./edit-field.ts";
import { linkOver } from "./pasted-link.ts";

/** Longer pages are pasted as their plain text: converting them would hold up the screen. */
const HTML_MAX = 250_000;

/**
 * Puts formatted text into the field as Markdown, and a link over selected words around them. Code goes in as it is, and so does what
 * the browser offers no formats of: that is how Ctrl+Shift+V pastes.
 */
export function handlePaste(event: ClipboardEvent): void {
  const field = event.currentTarget as HTMLTextAreaElement;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const html = event.clipboardData?.getData("text/html") ?? "";
  const selected = readField(field);
  if (isInFence(selected.text, selected.start)) return;
  const link = linkOver(selected, text);
  const isCode = event.clipboardData?.types.includes("vscode-editor-data") ?? false;
  const isFormatted = html !== "" && html.length <= HTML_MAX && !isCode;
  if (!link && !isFormatted) return;
  event.preventDefault();
  if (link) editField(field, link);
  else void pasteHtml(field, html, text);
}

/** Where the converter does not load, the plain text goes in. */
async function pasteHtml(field: HTMLTextAreaElement, html: string, text: string): Promise<void> {
  const plain = text.replaceAll("\r\n", "\n");
  const markdown = await import("./html-to-markdown.ts").then(
    ({ htmlToMarkdown }) => htmlToMarkdown(html, plain),
    () => plain,
  );
  insertText(field, markdown);
}
