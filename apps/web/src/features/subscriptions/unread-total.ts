import { countThreadMentions, type ChatState } from "@colbin/client";

/** The unread messages of all rooms that are not muted, and the mentions in their threads. */
export function unreadOf(state: ChatState): number {
  return state.totalUnread + countThreadMentions(state);
}
