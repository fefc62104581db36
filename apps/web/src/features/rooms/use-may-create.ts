import { useOrganizations } from "#web/features/workspaces/use-organizations.ts";
import { account } from "#web/lib/api/account.ts";
import { useStore } from "#web/lib/react/use-store.ts";

/** May the person make rooms where they work? Guests may not (rules-identity, Organization permission matrix). */
export function useMayCreateRooms(): boolean {
  const { data } = useOrganizations();
  const isPersonal = useStore(account.session, ({ user }) => user?.accountType === "PERSONAL");
  const here = useStore(account.place, () => account.workspaceId());
  if (isPersonal) return true;
  const role = data?.results.find(({ id }) => id === here)?.role;
  return role !== undefined && role !== "GUEST";
}
