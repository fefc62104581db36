import { transfer } from "@colbin/client";
import type { DocumentId } from "@colbin/protocol";
import type { Editor } from "@tiptap/core";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { insertTexts } from "./insert-texts.ts";

/** Brings files to the server, one after the other, and puts each into the document at this place, or where the person writes. */
export async function insertFiles(
  editor: Editor,
  documentId: DocumentId,
  files: readonly File[],
  at?: number,
): Promise<void> {
  for (const file of files)
    await tellFailure(insertTexts.uploadFailed, insertFile(editor, documentId, file, at));
}

async function insertFile(editor: Editor, id: DocumentId, bytes: File, at?: number): Promise<void> {
  toast({ title: t(insertTexts.uploading, { name: bytes.name }) });
  const { call, exchange } = account;
  const workspaceId = account.workspaceId();
  const file = await transfer(
    { call, exchange, now: () => performance.now() },
    {
      name: bytes.name,
      bytes,
      roomSlug: undefined,
      workspaceId,
      attempt: crypto.randomUUID(),
      uploadId: undefined,
      signal: new AbortController().signal,
      onBegun: async () => undefined,
      onProgress: () => undefined,
    },
  );
  await attach(id, file.id);
  if (editor.isDestroyed) return;
  const { name, width = null, height = null } = file;
  const node =
    file.type === "image"
      ? { type: "image", attrs: { fileId: file.id, name, width, height } }
      : { type: "file", attrs: { fileId: file.id, name } };
  const place = Math.min(at ?? editor.state.selection.to, editor.state.doc.content.size);
  editor.chain().insertContentAt(place, node).run();
}

/** From now on the readers of the document see the file. */
async function attach(id: DocumentId, fileId: string): Promise<void> {
  const input = { params: { id }, body: { fileId: fileId as never } };
  await account.call("attachDocumentFile", input);
}

/** The same for files of another document that were pasted; one that the person does not see stays as it is. */
export function attachPasted(id: DocumentId, fileIds: readonly string[]): void {
  for (const fileId of fileIds) attach(id, fileId).catch(() => undefined);
}

/** Lets the person choose files. */
export function chooseFiles(accept: string, onChosen: (files: readonly File[]) => void): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", accept, multiple: true });
  input.addEventListener("change", () => onChosen([...(input.files ?? [])]), { once: true });
  input.click();
}
