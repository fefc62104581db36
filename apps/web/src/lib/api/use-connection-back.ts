import { useEffect, useEffectEvent } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { chat } from "./chat.ts";

/** Calls `refetch` with the next connection, if the read has failed before it. */
export function useConnectionBack(hasFailed: boolean, refetch: () => unknown): void {
  const isConnected = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "connected",
  );
  const handle = useEffectEvent(() => hasFailed && void refetch());
  useEffect(() => {
    if (isConnected) handle();
  }, [isConnected]);
}
