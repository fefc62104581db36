import type { MessagePage } from "@colbin/protocol";
import type { KnownMessage } from "../chat-state.ts";

/** The messages of a page with what it tells its reader alone. */
export function messagesOf({
  messages,
  personal,
}: Pick<MessagePage, "messages" | "personal">): readonly KnownMessage[] {
  if (!personal) return messages;
  return messages.map((message) => {
    const own = personal[message.id];
    return own ? { ...message, personal: own } : message;
  });
}
