import { transfer } from "@colbin/client";
import type { DocumentId } from "@colbin/protocol";
import { LABEL_MAX } from "@colbin/documents";
import type { Editor } from "@tiptap/core";
import type { Transaction } from "@tiptap/pm/state";
import { tellFailure } from "#web/design/overlay/tell-failure.ts";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { insertTexts } from "./insert-texts.ts";

type UploadedFile = Awaited<ReturnType<typeof transfer>>;

/** Brings files to the server, one after the other, and puts each into the document at this place, or where the person writes. */
export async function insertFiles(
  editor: Editor,
  documentId: DocumentId,
  files: readonly File[],
  at?: number,
): Promise<void> {
  const place = at === undefined ? undefined : followPlace(editor, at);
  const isOpen = () => !editor.isDestroyed && editor.isEditable;
  for (const bytes of files) {
    if (!isOpen()) break;
    await tellFailure(
      insertTexts.uploadFailed,
      upload(documentId, bytes).then((file) => isOpen() && insertFile(editor, file, place)),
    );
  }
  place?.end();
  if (isOpen()) return;
  const [title, description] = [t(insertTexts.uploadFailed), t(insertTexts.uploadLeft)];
  toast({ title, description, variant: "destructive" });
}

interface Place {
  readonly find: () => number;
  /** Something was put in: the place is behind it now. */
  readonly move: () => void;
  readonly end: () => void;
}

/** A place in the text that stays the same whatever is written meanwhile, here or by others. */
function followPlace(editor: Editor, at: number): Place {
  const { utils } = editor;
  let place = utils.createMappablePosition(at);
  const follow = ({ transaction }: { readonly transaction: Transaction }): void => {
    place = utils.getUpdatedPosition(place, transaction).position;
  };
  editor.on("transaction", follow);
  return {
    find: () => place.position,
    move: () => void (place = utils.createMappablePosition(place.position)),
    end: () => void editor.off("transaction", follow),
  };
}

async function upload(id: DocumentId, bytes: File): Promise<UploadedFile> {
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
  return file;
}

function insertFile(editor: Editor, file: UploadedFile, place: Place | undefined): void {
  const { width = null, height = null } = file;
  const name = file.name.slice(0, LABEL_MAX);
  const node =
    file.type === "image"
      ? { type: "image", attrs: { fileId: file.id, name, width, height } }
      : { type: "file", attrs: { fileId: file.id, name } };
  const { doc, selection } = editor.state;
  const at = Math.min(place?.find() ?? selection.to, doc.content.size);
  // Where the file was dropped elsewhere, the person goes on writing where they are.
  editor.commands.insertContentAt(at, node, { updateSelection: !place });
  place?.move();
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
