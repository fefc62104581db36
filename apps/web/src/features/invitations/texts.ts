import type { Text } from "#web/lib/language/i18n.ts";

/** The words of the specification (section 2, invitation page), and ours beside them. */
export const invitationTexts = {
  loading: { id: "invite.loading", message: "Verifying invitation..." },
  errorTitle: { id: "invite.errorTitle", message: "Invalid Invitation" },
  errorHome: { id: "invite.errorHome", message: "Go to Home" },
  title: { id: "invite.title", message: "You're Invited!" },
  /** Where the name is not known. */
  noOrgName: { id: "invite.noOrgName", message: "An Organization" },
  unverifiedLead: {
    id: "invite.unverifiedLead",
    message: "The link says that you are invited to join <b>{org}</b>.",
  },
  unverified: {
    id: "invite.unverified",
    message:
      "Not verified: this is what the link says. The invitation could not be read: {problem}",
  },
  lead: { id: "invite.lead", message: "{inviter} invites you to join <b>{org}</b>." },
  waiting: { id: "invite.waiting", message: "{org} is waiting" },
  login: {
    id: "invite.login",
    message: "Please log in to continue...",
  },
  logIn: { id: "invite.logIn", message: "Log in" },
  sentTo: { id: "invite.sentTo", message: "Sent to" },
  role: { id: "invite.role", message: "Role" },
  validUntil: { id: "invite.validUntil", message: "Valid until" },
  access: {
    id: "invite.access",
    message:
      "You will gain access to the organization's chat rooms, documents and collaborative features.",
  },
  open: {
    id: "invite.open",
    message: "Open Invitation: This invitation can be accepted by any user.",
  },
  retry: { id: "error.retry", message: "Try Again" },
  decline: { id: "invite.decline", message: "Decline" },
  accept: { id: "invite.accept", message: "Accept Invitation" },
  welcomeTitle: { id: "invite.welcomeTitle", message: "Welcome to {org}!" },
  welcomeText: {
    id: "invite.welcomeText",
    message: "You have successfully joined the organization.",
  },
  declinedTitle: { id: "invite.declinedTitle", message: "Invitation Declined" },
  declinedText: { id: "invite.declinedText", message: "You have declined the invitation." },
  acceptFailed: { id: "invite.acceptFailed", message: "Failed to Accept Invitation" },
  missingCode: {
    id: "invite.missingCode",
    message: "Invalid invitation link. Missing invitation code.",
  },
  invalid: { id: "invite.invalid", message: "Invalid or expired invitation" },
  expired: {
    id: "invite.expired",
    message: "This invitation has expired. Please request a new invitation.",
  },
  used: { id: "invite.used", message: "This invitation has already been used." },
  notFound: {
    id: "invite.notFound",
    message: "Invalid invitation code. Please check the link and try again.",
  },
  declineFailed: { id: "invite.declineFailed", message: "The invitation was not declined" },
  signedInAs: { id: "invite.signedInAs", message: "Signed in as {name}" },
  people: { id: "invite.people", message: "Invite people" },
} as const satisfies Record<string, Text>;
