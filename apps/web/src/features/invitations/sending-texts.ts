import type { InvitationStatus, InviteOutcome } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const invitationStatusTexts: Readonly<Record<InvitationStatus, Text>> = {
  PENDING: { id: "invitationStatus.pending", message: "Pending" },
  ACCEPTED: { id: "invitationStatus.accepted", message: "Accepted" },
  REJECTED: { id: "invitationStatus.rejected", message: "Declined" },
  EXPIRED: { id: "invitationStatus.expired", message: "Expired" },
  REVOKED: { id: "invitationStatus.revoked", message: "Revoked" },
};

export const outcomeTexts: Readonly<Record<InviteOutcome, Text>> = {
  invited: { id: "inviteOutcome.invited", message: "Invited" },
  resent: { id: "inviteOutcome.resent", message: "Sent again" },
  alreadyMember: { id: "inviteOutcome.alreadyMember", message: "Already a member" },
  invalid: { id: "inviteOutcome.invalid", message: "Cannot be invited" },
  roleNotAllowed: { id: "inviteOutcome.roleNotAllowed", message: "Not with this role" },
  limitReached: { id: "inviteOutcome.limitReached", message: "Not again today" },
};

export const sendingTexts = {
  invites: { id: "invites.title", message: "Invitations" },
  failed: { id: "store.invitations.fetch", message: "Failed to fetch invitations" },
  search: { id: "invites.search", message: "Search addresses" },
  none: { id: "invites.none", message: "No invitations" },
  invitation: { id: "invites.invitation", message: "Invitation" },
  linkTo: { id: "invites.linkTo", message: "Link ending in {end}, used {n} of {max} times" },
  invitedBy: { id: "invites.invitedBy", message: "Invited by" },
  sent: { id: "invites.sent", message: "Sent" },
  validUntil: { id: "invites.validUntil", message: "Valid until" },
  resend: { id: "invites.resend", message: "Send again to {name}" },
  resendFailed: { id: "store.invitations.resend", message: "Failed to resend invitation" },
  revoke: { id: "invites.revoke", message: "Revoke" },
  revokeNamed: { id: "invites.revokeNamed", message: "Revoke {name}" },
  revokeTitle: { id: "invites.revokeTitle", message: "Revoke {name}?" },
  revokeFailed: { id: "store.invitations.cancel", message: "Failed to cancel invitation" },
  sendFailed: { id: "store.invitations.send", message: "Failed to send invitations" },
  linkFailed: { id: "store.invitations.link", message: "Failed to generate invite link" },
  how: { id: "invites.how", message: "How to invite" },
  byName: { id: "invites.byName", message: "By address" },
  byLink: { id: "invites.byLink", message: "With a link" },
  names: { id: "invites.names", message: "Email addresses or @usernames" },
  namesHint: { id: "invites.namesHint", message: "As many as {max}, as a list" },
  emailRequired: { id: "email.required", message: "Email is required" },
  emailInvalid: { id: "email.invalid", message: "Please enter a valid email address" },
  emailTooLong: { id: "email.tooLong", message: "Email address is too long" },
  send: { id: "invites.send", message: "Invite {n}" },
  rooms: { id: "invites.rooms", message: "Rooms of the guest" },
  createLink: { id: "invites.createLink", message: "Create link" },
  days: { id: "invites.days", message: "Days until it expires" },
  maxUses: { id: "invites.maxUses", message: "Uses at most (optional)" },
  link: { id: "invites.link", message: "Invitation link, shown only now" },
  done: { id: "invites.done", message: "Done" },
} as const satisfies Record<string, Text>;
