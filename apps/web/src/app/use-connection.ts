import { useEffect } from "react";
import { account } from "#web/lib/account.ts";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { CONNECT_DELAY_MS } from "./constants.ts";

/** Live for whoever is signed in, on whichever screen. */
export function useConnection(): void {
  const userId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  useEffect(() => {
    // What was kept of the person may be old, or their session may have ended; who does not answer changes nothing.
    account.users.me().catch(() => undefined);
    const timer = setTimeout(() => chat.connection.connect(), CONNECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      chat.connection.disconnect();
    };
  }, [userId]);
}
