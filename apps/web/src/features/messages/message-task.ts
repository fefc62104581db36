import { createStore } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";

/** What the person is about to do with one message. The text lives here, since its row goes when one scrolls. */
export type MessageTask = { readonly messageId: MessageId } & (
  | { readonly kind: "edit"; readonly text: string }
  | { readonly kind: "delete" | "react" | "revisions" }
);

/** One at a time over the page. */
export const messageTask = createStore<MessageTask | null>(null);

export function begin(task: MessageTask): void {
  messageTask.update(() => task);
}

export function end(): void {
  messageTask.update(() => null);
}
