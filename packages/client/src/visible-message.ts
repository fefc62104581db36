import type { Message, PersonalParts } from "@colbin/protocol";
import type { PendingEntry, SendFailure } from "./chat-state.ts";

/** A message as the list shows it: confirmed, or an own one on its way. */
export interface VisibleMessage extends Omit<Message, "sessionRoomSlug" | "stateSeq"> {
  /** Stays the same when an own message is confirmed. */
  readonly key: string;
  /** Set on own messages that are not confirmed: what retry and discard take. */
  readonly clientMessageId: string | null;
  readonly failure: SendFailure | null;
  readonly personal?: PersonalParts;
  /** An edit that was refused for good, until the person sends it again or throws it away. */
  readonly failedEdit: FailedEdit | null;
}

interface FailedEdit {
  readonly clientMessageId: string;
  readonly content: string;
  readonly failure: SendFailure;
}

/** The status that the screen shows for a text that waits in the outbox. */
export function statusOf({ failure, acknowledgedSeq }: PendingEntry): Message["status"] {
  if (failure) return "failed";
  return acknowledgedSeq === null ? "sending" : "sent";
}
