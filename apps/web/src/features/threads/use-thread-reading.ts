import { unreadInThread } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { useEffect } from "react";
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
  useEffect(() => {
    if (!isSeen || unread === 0) return undefined;
    // A mark that is missed is made by the next one.
    const mark = () => void threads.markRead(rootId).catch(() => undefined);
    const timer = setTimeout(mark, READ_AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [rootId, isSeen, unread]);
}
