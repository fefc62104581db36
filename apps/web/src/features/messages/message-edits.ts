import { createStore, type VisibleMessage } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { takeCarried } from "#web/lib/carried.ts";

interface Edits {
  readonly texts: ReadonlyMap<MessageId, string>;
  /** The one that was asked for last, until its field has the focus. */
  readonly wanted: MessageId | undefined;
}

/** Own messages that are being changed. Their texts outlive the rows and the room being open, and end with the page. */
export const messageEdits = createStore<Edits>({
  texts: new Map(
    takeCarried("edits", (): [MessageId, string][] => [...messageEdits.getSnapshot().texts]),
  ),
  wanted: undefined,
});

/** Goes on with what was begun, or begins with what was refused or is said now. */
export function beginEdit(message: Pick<VisibleMessage, "id" | "content" | "failedEdit">): void {
  const { id, content, failedEdit } = message;
  messageEdits.update(({ texts }) => ({
    texts: new Map(texts).set(id, texts.get(id) ?? failedEdit?.content ?? content),
    wanted: id,
  }));
}

/** Keeps what is written. */
export function writeEdit(id: MessageId, text: string): void {
  messageEdits.update((edits) => ({ ...edits, texts: new Map(edits.texts).set(id, text) }));
}

export function endEdit(id: MessageId): void {
  messageEdits.update(({ texts, wanted }) => ({
    texts: new Map([...texts].filter(([each]) => each !== id)),
    wanted: wanted === id ? undefined : wanted,
  }));
}

/** Is this field the one that is to have the focus? It is asked once. */
export function takeWanted(id: MessageId): boolean {
  const isWanted = messageEdits.getSnapshot().wanted === id;
  if (isWanted) messageEdits.update((edits) => ({ ...edits, wanted: undefined }));
  return isWanted;
}
