import { createStore, type VisibleMessage } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { readDraft, writeDraft } from "#web/lib/device/drafts.ts";

/** The own message whose change was asked for last, until its field has the focus. */
export const wantedEdit = createStore<MessageId | undefined>(undefined);

/** Goes on with a begun text, or begins with the refused one or with that of the message; the text is a draft of the device. */
export function beginEdit(message: EditedMessage): void {
  const { id, content, failedEdit } = message;
  const text = failedEdit?.content ?? content;
  if (readDraft({ edit: id }) !== undefined) begin(id);
  else if (text.includes("<")) void beginWithWords(id, text, message.mentioned);
  else begin(id, text);
}

type EditedMessage = Pick<VisibleMessage, "id" | "content" | "mentioned" | "failedEdit">;

/** Mentions are written as words; where those do not come, as they are sent. */
async function beginWithWords(
  id: MessageId,
  text: string,
  mentioned: EditedMessage["mentioned"] = [],
): Promise<void> {
  const { withWords } = await import("#web/lib/device/mention-words.ts").catch(() => ({
    withWords: (content: string) => content,
  }));
  begin(id, withWords(text, mentioned));
}

function begin(id: MessageId, text?: string): void {
  if (text !== undefined) writeDraft({ edit: id }, text);
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
