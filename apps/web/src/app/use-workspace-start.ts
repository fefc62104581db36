import { GENERAL_ROOM_SLUG } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { switches, switchWorkspace } from "#web/features/workspaces/switch-workspace.ts";
import { account } from "#web/lib/api/account.ts";
import { chat } from "#web/lib/api/chat.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import {
  activeWorkspace,
  linkedOrganization,
  PERSONAL,
  roomPath,
  UNASKED,
  type LinkedWorkspace,
  type SharedBy,
} from "#web/lib/routing/paths.ts";

/**
 * The workspace that an address names, and the address without it. A room that somebody shared without naming one is in Personal
 * (rules-rooms 38); who that was goes with the step.
 */
function readLink({ pathname, search, hash, state }: ReturnType<typeof useLocation>) {
  const query = new URLSearchParams(search);
  const invitedBy = query.get("invitedBy");
  const named = query.get("org") as LinkedWorkspace | null;
  const linked = named ?? (invitedBy === null ? null : PERSONAL);
  // A person with an account opens the room of a guest link as themselves.
  for (const name of ["org", "invitedBy", "inviterName", "guest"]) query.delete(name);
  const next: unknown = invitedBy === null ? state : ({ invitedBy } satisfies SharedBy);
  return { linked, address: { pathname, search: query.toString(), hash }, state: next };
}

/**
 * After a switch of workspace, in any tab, the person starts in its #general: the same address would be another room there, or none.
 * A link into another workspace switches first. True until they are there; no screen may stand
 * meanwhile. On a screen that is not of one workspace they stay.
 */
export function useWorkspaceStart(isAnyWorkspace: boolean): boolean {
  const navigate = useNavigate();
  const location = useLocation();
  const { linked } = readLink(location);
  const workspaceId = useStore(chat.store, () => account.workspaceId());
  const [shown, setShown] = useState(workspaceId);
  // Nowhere is known while somebody signs out.
  if (workspaceId !== undefined && workspaceId !== shown && (shown === undefined || isAnyWorkspace))
    setShown(workspaceId);
  const isMoved = workspaceId !== undefined && shown !== undefined && shown !== workspaceId;
  const isStarting = isMoved || linked !== null;
  useEffect(() => {
    if (!isStarting || workspaceId === undefined) return undefined;
    let isCurrent = true;
    const start = async (): Promise<void> => {
      const { linked: target, address, state } = readLink(location);
      const isThere = target === null || target === activeWorkspace();
      // After the switch this runs again, in the other workspace.
      if (!isThere && (await switchWorkspace(linkedOrganization(target)))) return;
      if (!isCurrent) return;
      const general = roomPath(GENERAL_ROOM_SLUG);
      // Drawn together with the step, or the old screen would begin once more.
      setShown(workspaceId);
      // Not by a switch of this tab: by another one, or by the server.
      if (target === null)
        void navigate(general, { state: switches.getSnapshot() === 0 ? UNASKED : null });
      else void navigate(isThere ? address : "/chat", { replace: true, state });
    };
    void start();
    return () => {
      isCurrent = false;
    };
  }, [isStarting, workspaceId, location, navigate]);
  return isStarting;
}
