import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { useState } from "react";
import { useLocation } from "react-router";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";

/** Where the person was before the settings; in another workspace the same address would be another room, or none. */
export function useWayOut(isSettings: boolean): string {
  const { pathname, search } = useLocation();
  const workspaceId = useStore(chat.store, () => account.workspaceId());
  const [last, setLast] = useState({ path: "/chat", workspaceId });
  const hasSwitched = last.workspaceId !== undefined && last.workspaceId !== workspaceId;
  const before = hasSwitched ? roomPath(GENERAL_ROOM_SLUG) : last.path;
  const path = isSettings ? before : `${pathname}${search}`;
  if (path !== last.path || workspaceId !== last.workspaceId) setLast({ path, workspaceId });
  return path;
}
