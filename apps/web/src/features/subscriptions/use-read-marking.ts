import type { RoomId } from "@colbin/protocol";
import { useEffect, useEffectEvent, useState } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { useWindowFocus } from "#web/lib/device/use-window-focus.ts";
import { READ_AFTER_END_MS, READ_ARRIVAL_MS } from "./constants.ts";

interface ReadMarking {
  roomId: RoomId;
  /** The last message that counts; undefined when there is nothing to mark. */
  lastMessageId: string | undefined;
  unreadCount: number;
  isAtEnd: boolean;
}

/** Marks the room as read while its end is on screen in a window that somebody looks at (rules-messages 53). */
export function useReadMarking({ roomId, lastMessageId, unreadCount, isAtEnd }: ReadMarking): void {
  const isSeen = useWindowFocus() && isAtEnd;
  const isUnread = unreadCount > 0;
  // How often it was marked since the end came into sight: each time asks for the next one.
  const [marks, setMarks] = useState(0);
  if (!isSeen && marks > 0) setMarks(0);
  const mark = useEffectEvent(() => {
    setMarks(marks + 1);
    if (lastMessageId === undefined) return;
    // A message whose mark the server refuses or misses stays unread, and is marked the next time.
    chat.messages.markRead(roomId, lastMessageId).catch(() => undefined);
  });
  useEffect(() => {
    if (!isSeen || !isUnread) return undefined;
    const timer = setTimeout(() => mark(), marks > 0 ? READ_ARRIVAL_MS : READ_AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [isSeen, isUnread, marks]);
}
