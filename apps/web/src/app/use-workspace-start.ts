import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { account } from "#web/lib/account.ts";
import { chat } from "#web/lib/chat.ts";
import { roomPath } from "#web/lib/room-path.ts";
import { useStore } from "#web/lib/use-store.ts";

/**
 * Who has switched to another workspace, on this tab or on another, begins in its general: the same address would be another room
 * there, or none. True until they are there; no screen may stand meanwhile.
 */
export function useWorkspaceStart(): boolean {
  const navigate = useNavigate();
  const workspaceId = useStore(chat.store, () => account.workspaceId());
  const [shown, setShown] = useState(workspaceId);
  // Nowhere is known while somebody signs out.
  if (shown === undefined && workspaceId !== undefined) setShown(workspaceId);
  const isStarting = workspaceId !== undefined && shown !== undefined && shown !== workspaceId;
  useEffect(() => {
    if (!isStarting) return undefined;
    let isCurrent = true;
    void Promise.resolve(navigate(roomPath(GENERAL_ROOM_SLUG))).then(
      () => isCurrent && setShown(workspaceId),
    );
    return () => {
      isCurrent = false;
    };
  }, [isStarting, workspaceId, navigate]);
  return isStarting;
}
