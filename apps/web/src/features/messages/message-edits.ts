import { createStore, type VisibleMessage } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { readDraft, writeDraft } from "#web/lib/device/drafts.ts";

/** The own message whose change was asked for last, until its field has the focus. */
export const wantedEdit = createStore<MessageId | undefined>(undefined);

/** Goes on with a begun text, or begins with the refused one or with that of the message; the text is a draft of the device. */
export function beginEdit(message: Pick<VisibleMessage, "id" | "content" | "failedEdit">): void {
  const { id, content, failedEdit } = message;
  if (readDraft({ edit: id }) === undefined)
    writeDraft({ edit: id }, failedEdit?.content ?? content);
  wantedEdit.update(() => id);
}

/** Forgets the text. */
export function endEdit(id: MessageId): void {
  writeDraft({ edit: id }, undefined);
  takeWanted(id);
}

/** Is this message the one whose field is to have the focus? The answer is given once. */
export function takeWanted(id: MessageId): boolean {
  const isWanted = wantedEdit.getSnapshot() === id;
  if (isWanted) wantedEdit.update(() => undefined);
  return isWanted;
}
