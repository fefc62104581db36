import { useEffect } from "react";
import { account } from "#web/lib/api/account.ts";
import { useCall } from "#web/lib/api/use-call.ts";

/** How old what is unread elsewhere may be (rules-identity 77). */
const UNREAD_REFRESH_MS = 30_000;

/** The organizations of the person and what is unread in each workspace. */
export function useOrganizations() {
  const query = { includeRole: "true", includeUnread: "true" } as const;
  const call = useCall("listOrganizations", { query }, { refreshMs: UNREAD_REFRESH_MS });
  const organizations = call.data?.results;
  useEffect(() => {
    // The switcher has the name from the time when the person went there.
    for (const { id, title } of organizations ?? []) account.workspaces.noteName(id, title);
  }, [organizations]);
  return call;
}
