import { chat } from "#web/lib/api/chat.ts";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { useStore } from "#web/lib/react/use-store.ts";
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
