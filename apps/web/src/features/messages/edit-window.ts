import { createStore } from "@colbin/client";
import { useEffect } from "react";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** Minutes for which authors may change their messages in the workspace that is shown; null: always. The server judges it again. */
export const editWindow = createStore<number | null>(null);

/** Reads it with each connection and in each workspace; nobody pushes settings. */
export function useEditWindow(): void {
  const isConnected = useStore(
    chat.store,
    ({ connectionStatus }) => connectionStatus === "connected",
  );
  const orgId = useStore(chat.store, () => account.workspaces.activeId());
  useEffect(() => {
    if (orgId === undefined) editWindow.update(() => null);
    if (!isConnected || orgId === undefined) return undefined;
    let isCurrent = true;
    account.call("getSettings", { params: { orgId } }).then(
      ({ editWindowMinutes = null }) => isCurrent && editWindow.update(() => editWindowMinutes),
      // Edits are offered then, and refused where it is too late for them.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [isConnected, orgId]);
}
