import { pendingInvitationPath } from "#web/lib/device/pending-invitation.ts";

/* Pages of links in mails: documents of their own, whose token stands behind the #, so that no server and no log sees it on the way. */

export function readLinkToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get("token") ?? "";
}

/** To the app, or to the sign-in. */
export function leaveLinkPage(): void {
  window.location.replace(pendingInvitationPath() ?? "/");
}
