import { useCall } from "#web/lib/use-call.ts";

/** How old what is unread elsewhere may be (rules-identity 77). */
const UNREAD_REFRESH_MS = 30_000;

/** The organizations of the person and what is unread in each workspace. */
export function useOrganizations() {
  const query = { includeRole: "true", includeUnread: "true" } as const;
  return useCall("listOrganizations", { query }, { refreshMs: UNREAD_REFRESH_MS });
}
