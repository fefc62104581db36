import type { NotificationFeed } from "@colbin/client";
import { useEffect, useState } from "react";
import { chat } from "#web/lib/chat.ts";
import { useIsOnline } from "#web/lib/use-is-online.ts";
import { useStore } from "#web/lib/use-store.ts";

interface Feed {
  readonly feed: NotificationFeed | undefined;
  /** Why it is not up to date. */
  readonly failure: unknown;
  readonly retry: () => void;
}

/** Read when it is first shown, and again when the network is back; what comes meanwhile is pushed. */
export function useFeed(): Feed {
  const feed = useStore(chat.store, ({ notifications }) => notifications.feed);
  const [failure, setFailure] = useState<unknown>();
  const [tries, setTries] = useState(0);
  const isOnline = useIsOnline();
  useEffect(() => {
    let isCurrent = true;
    chat.notifications.load().then(
      () => isCurrent && setFailure(undefined),
      (cause: unknown) => isCurrent && setFailure(cause),
    );
    return () => {
      isCurrent = false;
    };
  }, [tries, isOnline]);
  return { feed, failure, retry: () => setTries(tries + 1) };
}
