import { account } from "#web/lib/api/account.ts";

/** A person who came by a guest link is in one room, and has nothing else; they stay that as long as they are signed in. */
export function isLinkGuest(): boolean {
  return account.session.getSnapshot().user?.role === "GUEST";
}
