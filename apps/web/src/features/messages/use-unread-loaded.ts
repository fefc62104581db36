import type { ChatState } from "@colbin/client";
import { useEffect, useState } from "react";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { UNREAD_PAGES_MAX } from "./constants.ts";

/**
 * Are the messages there from the first unread one on? The list opens at that one, so older pages are read until they are;
 * who has missed more than a few pages begins at the end. Once true it stays true.
 */
export function useUnreadLoaded(roomSlug: string, isAccessKnown: boolean): boolean {
  const isReady = useStore(chat.store, ({ pages }) => pages.get(roomSlug)?.status === "ready");
  const isThere = useStore(chat.store, (state) => reachesFirstUnread(state, roomSlug));
  const [isDone, setDone] = useState(false);
  if (!isDone && isReady && isAccessKnown && isThere) setDone(true);
  const isMissing = !isDone && isReady && isAccessKnown && !isThere;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    void loadToFirstUnread(roomSlug).then(() => isWanted && setDone(true));
    return () => {
      isWanted = false;
    };
  }, [roomSlug, isMissing]);
  return isDone;
}

async function loadToFirstUnread(roomSlug: string): Promise<void> {
  for (let page = 0; page < UNREAD_PAGES_MAX; page += 1) {
    if (reachesFirstUnread(chat.store.getSnapshot(), roomSlug)) return;
    try {
      await chat.messages.loadOlder(roomSlug);
    } catch {
      // The page says itself that it failed; the list begins with what is there.
      return;
    }
  }
}

function reachesFirstUnread(state: ChatState, roomSlug: string): boolean {
  const subscription = state.subscriptions.get(roomSlug);
  if (!state.pages.get(roomSlug)?.hasMore || !subscription || subscription.unreadCount === 0)
    return true;
  const first = state.messages.get(roomSlug)?.find(({ msgNo }) => msgNo !== null);
  return (first?.msgNo ?? Number.POSITIVE_INFINITY) <= subscription.readMsgNo + 1;
}
