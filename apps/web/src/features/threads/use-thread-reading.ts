import { unreadInThread } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { useEffect, useRef } from "react";
import { chat } from "#web/lib/api/chat.ts";
import { useWindowFocus } from "#web/lib/device/use-window-focus.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { threads } from "./threads.ts";

/** Somebody who comes to the end looks at it for so long before it counts as read (specification, section 4). */
const READ_AFTER_END_MS = 500;

/** Marks the thread as read while its end is on screen in a window that somebody looks at. */
export function useThreadReading(rootId: MessageId, isAtEnd: boolean): void {
  const isSeen = useWindowFocus() && isAtEnd;
  const unread = useStore(
    chat.store,
    ({ threadStates }) => unreadInThread(threadStates?.get(rootId)).unread,
  );
  const missed = useRef(0);
  useEffect(() => {
    // Somebody who comes back tries again.
    if (!isSeen) missed.current = 0;
    if (!isSeen || unread === 0) return undefined;
    const mark = () => {
      // It was refused; the next reply tries again.
      if (missed.current === unread) return;
      threads.markRead(rootId).then(
        () => (missed.current = 0),
        () => (missed.current = unread),
      );
    };
    const timer = setTimeout(mark, READ_AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [rootId, isSeen, unread]);
}
