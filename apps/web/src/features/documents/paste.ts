import type { DocumentId } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import type { Slice } from "@tiptap/pm/model";
import type { EditorView } from "@tiptap/pm/view";
import { account } from "#web/lib/api/account.ts";
import { nodeOfLink } from "./links-of-here.ts";
import { toLink } from "./links.ts";

/** Longer texts are pasted as they are: reading them as markdown would hold up the screen. */
const MARKDOWN_MAX = 250_000;
const markdownSigns =
  /^(?:#{1,6} |[-*+] |\d+[.)] |> |```|\$\$|\|.*\|\s*$|---\s*$)|\*\*[^*\n]+\*\*|\[[^\]\n]+\]\([^)\s]+\)|`[^`\n]+`/m;

interface Place {
  readonly documentId: DocumentId;
  /** Undefined until the editor is there. */
  readonly editor: () => Editor | undefined;
}

/** Content that is pasted or dropped becomes what documents are made of. */
export function pasteProps({ documentId, editor: current }: Place) {
  const putFiles = (files: readonly File[], at?: number): boolean => {
    const editor = current();
    if (!editor?.isEditable || files.length === 0) return false;
    void import("./insert-files.ts").then(({ insertFiles }) =>
      insertFiles(editor, documentId, files, at),
    );
    return true;
  };
  return {
    transformPastedHTML: cleanHtml,
    handlePaste(view: EditorView, event: ClipboardEvent, slice: Slice): boolean {
      const editor = current();
      const data = event.clipboardData;
      if (!editor?.isEditable || !data) return false;
      const html = data.getData("text/html");
      if (html === "" && putFiles([...data.files])) return true;
      const pasted = fileIdsOf(slice);
      if (pasted.length > 0)
        void import("./insert-files.ts").then(({ attachPasted }) =>
          attachPasted(documentId, pasted),
        );
      const text = data.getData("text/plain");
      if (view.state.selection.$from.parent.type.spec.code) return false;
      return pasteLink(editor, text) || (html === "" && pasteMarkdown(editor, text));
    },
    handleDrop(view: EditorView, event: DragEvent, _slice: Slice, isMoved: boolean): boolean {
      if (isMoved) return false;
      const found = view.posAtCoords({ left: event.clientX, top: event.clientY });
      return putFiles([...(event.dataTransfer?.files ?? [])], found?.pos);
    },
  };
}

function fileIdsOf(slice: Slice): string[] {
  const ids = new Set<string>();
  slice.content.descendants(({ attrs }) => {
    const id: unknown = attrs["fileId"];
    if (typeof id === "string") ids.add(id);
  });
  return [...ids];
}

/** A link alone: around the selected words, or as what it stands for on this server. */
function pasteLink(editor: Editor, text: string): boolean {
  const href = /^\s*(?:https?:\/\/|mailto:)/i.test(text) ? toLink(text) : undefined;
  if (href === undefined) return false;
  if (!editor.state.selection.empty) return editor.chain().setLink({ href }).run();
  const node = nodeOfLink(href);
  if (!node)
    return editor
      .chain()
      .insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] })
      .run();
  if (node.type !== "documentLink") return editor.chain().insertContent(node).run();
  void pasteDocument(editor, node.attrs?.["id"] as DocumentId, href);
  return true;
}

/** By its title; as an address where the person may not open it. */
async function pasteDocument(editor: Editor, id: DocumentId, href: string): Promise<void> {
  const label = await account.call("getDocument", { params: { id } }).then(
    ({ title }) => title,
    () => undefined,
  );
  if (editor.isDestroyed) return;
  const content =
    label === undefined
      ? { type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }
      : { type: "documentLink", attrs: { id, label } };
  editor.chain().insertContent(content).run();
}

/** Text that looks like markdown, as what it says; its reader comes when it is first needed. */
function pasteMarkdown(editor: Editor, text: string): boolean {
  if (text.length > MARKDOWN_MAX || !markdownSigns.test(text)) return false;
  void putMarkdown(editor, text);
  return true;
}

async function putMarkdown(editor: Editor, text: string): Promise<void> {
  try {
    const { fromMarkdown } = await import("./read-markdown.ts");
    if (editor.isDestroyed) return;
    if (
      editor
        .chain()
        .focus()
        .insertContent(fromMarkdown(text).content ?? [])
        .run()
    )
      return;
  } catch {
    // Without a network the reader may not come.
  }
  if (!editor.isDestroyed) editor.view.pasteText(text);
}

/** Pages of Word and Google Docs say with styles what HTML has elements for, and bring much else along. */
function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(html.replaceAll("<o:p></o:p>", ""), "text/html");
  for (const element of page.querySelectorAll("style, script, meta, link, title, xml, svg, iframe"))
    element.remove();
  // Google Docs puts all of it into a bold element that is not bold.
  for (const element of page.querySelectorAll<HTMLElement>(
    'b[id^="docs-internal-guid"], b[style*="font-weight:normal"]',
  ))
    element.replaceWith(...element.childNodes);
  for (const element of page.querySelectorAll<HTMLElement>("span[style]")) toMarks(element);
  for (const element of page.querySelectorAll<HTMLElement>('p[class*="MsoListParagraph"]'))
    toItem(element);
  for (const element of page.querySelectorAll<HTMLElement>("h1, h5, h6"))
    rename(element, element.tagName === "H1" ? "h2" : "h4");
  for (const image of page.querySelectorAll("img:not([data-file-id])")) image.remove();
  return page.body.innerHTML;
}

function toMarks(element: HTMLElement): void {
  const { fontWeight, fontStyle, textDecoration } = element.style;
  const names = [
    ...(fontWeight === "bold" || Number(fontWeight) >= 600 ? ["strong"] : []),
    ...(fontStyle === "italic" ? ["em"] : []),
    ...(textDecoration.includes("line-through") ? ["s"] : []),
  ];
  for (const name of names) {
    const mark = element.ownerDocument.createElement(name);
    mark.append(...element.childNodes);
    element.append(mark);
  }
}

/** Word has paragraphs in the place of items, with their bullet or number as text before them. */
function toItem(paragraph: HTMLElement): void {
  const bullet = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
  const isOrdered = /^\s*[\da-z]+[.)]/i.test(bullet?.textContent ?? "");
  bullet?.remove();
  const name = isOrdered ? "OL" : "UL";
  const page = paragraph.ownerDocument;
  const before = paragraph.previousElementSibling;
  const item = page.createElement("li");
  item.append(...paragraph.childNodes);
  if (before?.tagName === name && before.hasAttribute("data-word")) {
    before.append(item);
    return paragraph.remove();
  }
  const list = page.createElement(name);
  list.setAttribute("data-word", "");
  list.append(item);
  paragraph.replaceWith(list);
}

function rename(element: HTMLElement, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}
