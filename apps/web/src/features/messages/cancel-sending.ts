import type { VisibleMessage } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { composing, replying } from "#web/features/writing/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { putBack } from "#web/lib/device/drafts.ts";
import { withWords } from "#web/lib/device/mention-words.ts";
import { keepQuote, readQuote } from "#web/lib/device/quoting.ts";

export type Cancelled = Pick<VisibleMessage, "threadId" | "content" | "mentioned" | "quote">;

/** Throws away the files of a message that waits for them; the text and the focus go back to where it was written. */
export async function cancelSending(
  room: RoomId,
  message: Cancelled,
  clientMessageId: string,
): Promise<void> {
  const { threadId: thread, content, mentioned, quote } = message;
  const place = { room, thread };
  putBack(place, withWords(content, mentioned));
  if (quote && readQuote(place) === undefined) keepQuote(place, JSON.stringify(quote));
  const focus = thread !== undefined && replying.when() ? replying : composing;
  focus.run();
  await chat.messages.discard(clientMessageId);
}
