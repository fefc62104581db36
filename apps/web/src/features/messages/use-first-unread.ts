import type { Message, Subscription } from "@colbin/protocol";
import { useState } from "react";
import { useWindowFocus } from "#web/lib/device/use-window-focus.ts";

/**
 * Where the reader left off when the room was opened, or the window was left, or which message they marked as unread; it stays there
 * while they read on.
 */
export function useFirstUnread(
  messages: readonly Message[] | undefined,
  hasOlder: boolean,
  subscription: Subscription | undefined,
): string | undefined {
  const isLookedAt = useWindowFocus();
  const [wasLookedAt, setWasLookedAt] = useState(isLookedAt);
  const [id, setId] = useState(() => firstUnread(messages, hasOlder, subscription));
  const marked = subscription?.unreadFromMsgNo;
  const [wasMarked, setWasMarked] = useState(marked);
  if (marked !== wasMarked) {
    setWasMarked(marked);
    if (marked !== undefined) setId(firstUnread(messages, hasOlder, subscription) ?? id);
  }
  if (isLookedAt !== wasLookedAt) {
    setWasLookedAt(isLookedAt);
    if (isLookedAt) setId(firstUnread(messages, hasOlder, subscription) ?? id);
  }
  return id;
}

function firstUnread(
  messages: readonly Message[] = [],
  hasOlder: boolean,
  subscription: Subscription | undefined,
): string | undefined {
  if (!subscription || subscription.unreadCount === 0) return undefined;
  const { readMsgNo, unreadFromMsgNo = readMsgNo + 1 } = subscription;
  const from = Math.min(readMsgNo + 1, unreadFromMsgNo);
  const at = messages.findIndex(({ msgNo }) => msgNo !== null && msgNo >= from);
  // Where all that is loaded is unread, so may be what comes before.
  return at > 0 || !hasOlder ? messages[at]?.id : undefined;
}
