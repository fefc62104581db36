import type { ChatState, KnownSubscription } from "@colbin/client";
import type { MessageId, RoomId } from "@colbin/protocol";

type Known = Pick<ChatState, "subscriptions" | "hasSubscriptions">;

export interface News {
  readonly roomId: RoomId;
  readonly messageId: MessageId;
  readonly createdAt: string;
  /** It is meant for the person: a mention, or a message of a conversation. */
  readonly isMention: boolean;
}

/**
 * The newest message of another person in each room where one came from one state to the next, the newest first. A list that is read
 * for the first time holds no news. An own message leaves nothing unread.
 */
export function newsOf(before: Known, { subscriptions }: Known): readonly News[] {
  if (!before.hasSubscriptions || before.subscriptions === subscriptions) return [];
  return [...subscriptions.values()]
    .flatMap((room) => toNews(before.subscriptions.get(room.roomId), room) ?? [])
    .toSorted((one, other) => (one.createdAt > other.createdAt ? -1 : 1));
}

function toNews(known: KnownSubscription | undefined, room: KnownSubscription): News | undefined {
  const { roomId, lastMessage, unreadCount, mentionCount } = room;
  if (known === room || !lastMessage || lastMessage.id === known?.lastMessage?.id) return undefined;
  if (unreadCount <= (known?.unreadCount ?? 0)) return undefined;
  const isMention = mentionCount > (known?.mentionCount ?? 0);
  return { roomId, messageId: lastMessage.id, isMention, createdAt: lastMessage.createdAt };
}
