import { useEffect, useEffectEvent } from "react";
import { useIsOnline } from "#web/lib/device/use-is-online.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { chat } from "./chat.ts";

/** Calls `refetch` with the next connection, if the read has failed before it. */
export function useConnectionBack(hasFailed: boolean, refetch: () => unknown): void {
  const hasChannel = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "connected",
  );
  // The channel may outlast a network that was gone for seconds.
  const isConnected = useIsOnline() && hasChannel;
  const handle = useEffectEvent(() => hasFailed && void refetch());
  useEffect(() => {
    if (isConnected) handle();
  }, [isConnected]);
}
