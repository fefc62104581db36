import { createStore } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";

/** The act that the person is about to do on one message, in a dialog. */
export interface MessageTask {
  readonly messageId: MessageId;
  readonly kind:
    | "closePoll"
    | "delete"
    | "forward"
    | "react"
    | "remind"
    | "remove"
    | "report"
    | "revisions"
    | "why";
}

/** One at a time over the page. */
export const messageTask = createStore<MessageTask | null>(null);

export function begin(task: MessageTask): void {
  messageTask.update(() => task);
}

export function end(): void {
  messageTask.update(() => null);
}
