import { chat } from "#web/lib/chat.ts";
import { useIsOnline } from "#web/lib/use-is-online.ts";
import { useStore } from "#web/lib/use-store.ts";
import { OfflineBanner } from "./OfflineBanner.tsx";

/** Says so where the server cannot be reached. */
export function LostConnection() {
  const isOnline = useIsOnline();
  const isLost = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "reconnecting" || connectionStatus === "error",
  );
  return isLost || !isOnline ? <OfflineBanner onRetry={() => chat.connection.connect()} /> : null;
}
