import type { ChatState } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";

type Known = Pick<ChatState, "subscriptions" | "hasSubscriptions">;

export interface News {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
  /** It is meant for the person: a mention, or a message of a conversation. */
  readonly isMention: boolean;
}

/**
 * The newest message of another person that came from one state to the next into a room that is not muted, and that is not silent; undefined for none. A list that
 * is read for the first time holds no news. An own message leaves nothing unread.
 */
export function newsOf(before: Known, { subscriptions }: Known): News | undefined {
  if (!before.hasSubscriptions || before.subscriptions === subscriptions) return undefined;
  let newest: (News & { readonly createdAt: string }) | undefined;
  for (const [roomId, room] of subscriptions) {
    const known = before.subscriptions.get(roomId);
    const { lastMessage, unreadCount, mentionCount, isMuted } = room;
    if (known === room || isMuted || !lastMessage || lastMessage.isSilent) continue;
    if (lastMessage.id === known?.lastMessage?.id) continue;
    if (unreadCount <= (known?.unreadCount ?? 0)) continue;
    if (newest && newest.createdAt >= lastMessage.createdAt) continue;
    const isMention = mentionCount > (known?.mentionCount ?? 0);
    newest = { roomId, messageId: lastMessage.id, createdAt: lastMessage.createdAt, isMention };
  }
  return newest;
}
