import type { AccessRequestType } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const requestTexts = {
  title: { id: "details.requestsTitle", message: "Access requests" },
  open: { id: "details.requestsOpen", message: "{n} open" },
  failed: { id: "details.requestsFailed", message: "Requests did not load" },
  none: { id: "details.requestsNone", message: "No open requests" },
  noneText: { id: "details.requestsNoneText", message: "New requests appear here." },
  note: {
    id: "details.requestsNote",
    message: "Open requests end after {days} days. A denied one can be repeated after a day.",
  },
  wantsAccess: { id: "details.wantsAccess", message: "Wants access" },
  asked: { id: "details.asked", message: "Level: {level}" },
  approve: { id: "details.approve", message: "Approve" },
  approveNamed: { id: "details.approveNamed", message: "Approve {name}" },
  deny: { id: "details.deny", message: "Deny" },
  denyNamed: { id: "details.denyNamed", message: "Deny {name}" },
  approveFailed: { id: "details.approveFailed", message: "The request was not approved" },
  denyTitle: { id: "details.denyTitle", message: "Deny what {name} asks?" },
  denyText: { id: "details.denyText", message: "They are told, and can ask again after a day." },
  reason: { id: "details.denyReason", message: "Reason (optional)" },
  reasonHint: { id: "details.denyReasonHint", message: "They read it." },
  invitations: { id: "details.invitations", message: "Open invitations" },
  invitationsFailed: { id: "details.invitationsFailed", message: "Invitations did not load" },
  noInvitations: { id: "details.noInvitations", message: "Nobody is invited at the moment." },
  cancel: { id: "details.cancelInvitation", message: "Cancel" },
  cancelNamed: { id: "details.cancelNamed", message: "Cancel the invitation of {name}" },
  cancelFailed: { id: "details.cancelFailed", message: "The invitation was not cancelled" },
} as const satisfies Record<string, Text>;

export const requestKinds: Readonly<Record<AccessRequestType, Text>> = {
  JOIN_ROOM: { id: "details.wantsIn", message: "Wants to join" },
  UPGRADE_ACCESS: { id: "details.wantsMore", message: "Is in, and wants more" },
  DOMAIN_EXCEPTION: { id: "details.wantsException", message: "Wants to join from another domain" },
};
