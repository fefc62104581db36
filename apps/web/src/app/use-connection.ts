import { useEffect } from "react";
import { toast } from "#web/design/overlay/toast.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { CONNECT_DELAY_MS } from "./constants.ts";
import { appTexts } from "./texts.ts";

/** Live for whoever is signed in, on whichever screen. */
export function useConnection(): void {
  const userId = useStore(chat.store, ({ currentUser }) => currentUser?.id);
  useEffect(() => {
    // The kept facts of the person may be old, or their session may have ended; a failure changes nothing.
    account.users.me().catch(() => undefined);
    const timer = setTimeout(() => chat.connection.connect(), CONNECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      chat.connection.disconnect();
    };
  }, [userId]);
  useEffect(() => chat.connection.onAccessLost(tellLoss), []);
}

function tellLoss(): void {
  const description = t(appTexts.accessLost);
  toast({ title: t(appTexts.inPersonal), description, variant: "warning" });
}
