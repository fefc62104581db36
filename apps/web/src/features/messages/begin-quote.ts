import type { VisibleMessage } from "@colbin/client";
import { QUOTE_MAX_CHARS, type MessageId, type Quote } from "@colbin/protocol";
import { composing, replying } from "#web/features/writing/actions.ts";
import { keepQuote } from "#web/lib/device/quoting.ts";

type Quotable = Pick<
  VisibleMessage,
  "roomId" | "id" | "authorId" | "authorName" | "createdAt" | "content" | "metadata"
>;

/** The next message of the room, or of the thread in which it is shown, quotes this one, in the place of another. */
export function beginQuote(message: Quotable, thread: MessageId | undefined): void {
  const { roomId, id: messageId, authorId, authorName, createdAt, content, metadata } = message;
  const text = Array.from(metadata.plainText ?? content)
    .slice(0, QUOTE_MAX_CHARS)
    .join("");
  const said = { messageId, authorId, authorName, createdAt, text };
  // As old as can be: whatever the server tells of it is newer.
  const quote: Quote = { ...said, stateSeq: 0, isDeleted: false };
  keepQuote({ room: roomId, thread }, JSON.stringify(quote));
  (thread === undefined ? composing : replying).run();
}
