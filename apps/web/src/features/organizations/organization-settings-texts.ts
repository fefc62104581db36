import type { OrganizationType } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const typeTexts: Readonly<Record<OrganizationType, Text>> = {
  COMPANY: { id: "organizationType.company", message: "Company" },
  AGENCY: { id: "organizationType.agency", message: "Agency" },
  EDUCATIONAL: { id: "organizationType.educational", message: "Educational" },
  NON_PROFIT: { id: "organizationType.nonProfit", message: "Non-profit" },
  OTHER: { id: "organizationType.other", message: "Other" },
};

export const organizationSettingsTexts = {
  general: { id: "organization.general", message: "Organization" },
  updateFailed: { id: "store.organizations.update", message: "Failed to update organization" },
  name: { id: "organization.name", message: "Name" },
  type: { id: "organization.type", message: "Type" },
  description: { id: "organization.description", message: "Description" },
  count: { id: "organization.count", message: "{n} of {max}" },
  website: { id: "organization.website", message: "Website" },
  domain: { id: "organization.domain", message: "Domain of your email addresses" },

  verification: { id: "organization.verification", message: "Domain" },
  verified: { id: "organization.verified", message: "Verified" },
  notVerified: { id: "organization.notVerified", message: "Not verified" },
  verifiedOn: { id: "organization.verifiedOn", message: "Verified on {date}" },
  record: { id: "organization.record", message: "TXT record of {domain}" },
  recordHint: {
    id: "organization.recordHint",
    message: "Add it where you manage the domain, then check. It can take a day to arrive.",
  },
  check: { id: "organization.check", message: "Check now" },
  joinByDomain: {
    id: "organization.joinByDomain",
    message: "Join with an address of this domain",
  },
  joinByDomainHint: {
    id: "organization.joinByDomainHint",
    message: "People with a verified {domain} address may join as members",
  },
  joinNeedsDomain: { id: "organization.joinNeedsDomain", message: "Needs a verified domain" },

  joining: { id: "organization.joining", message: "Joining" },
  invitePolicy: { id: "organization.invitePolicy", message: "Who may invite" },
  invitePolicyHint: {
    id: "organization.invitePolicyHint",
    message: "Members invite as member, never higher",
  },
  admins: { id: "organization.admins", message: "Admins" },
  members: { id: "organization.members", message: "Members" },
  emailDomains: {
    id: "organization.emailDomains",
    message: "Addresses that may use invitation links",
  },
  emailDomainsHint: {
    id: "organization.emailDomainsHint",
    message: "Others can still be invited by email. Empty: everyone.",
  },
  autoJoinRooms: { id: "organization.autoJoinRooms", message: "First rooms" },
  autoJoinRoomsHint: {
    id: "organization.autoJoinRoomsHint",
    message: "Public rooms that new members join automatically",
  },

  guestLinks: { id: "organization.guestLinks", message: "Guest links" },
  guestLinksHint: {
    id: "organization.guestLinksHint",
    message: "Rooms may let people in without an account. Off: all such links and visits end.",
  },

  security: { id: "organization.security", message: "Security" },
  requireSecondFactor: {
    id: "organization.requireSecondFactor",
    message: "Require a second sign-in step",
  },
  requireSecondFactorHint: {
    id: "organization.requireSecondFactorHint",
    message: "Members without a passkey or an authenticator app cannot open this organization.",
  },

  directory: { id: "organization.directory", message: "Member directory" },
  memberDirectory: {
    id: "organization.memberDirectory",
    message: "Members can see all members",
  },
  memberDirectoryHint: {
    id: "organization.memberDirectoryHint",
    message: "Off: only people they share a room with",
  },

  messages: { id: "organization.messages", message: "Messages" },
  readReceipts: { id: "organization.readReceipts", message: "Read receipts" },
  readReceiptsHint: {
    id: "organization.readReceiptsHint",
    message: "Authors see who has read their messages",
  },
  linkPreviews: { id: "organization.linkPreviews", message: "Link previews" },
  linkPreviewsHint: {
    id: "organization.linkPreviewsHint",
    message: "The server fetches title and picture of links",
  },
  editWindow: { id: "organization.editWindow", message: "Edit window" },
  editWindowHint: {
    id: "organization.editWindowHint",
    message: "How long authors may change their messages",
  },
  noLimit: { id: "organization.noLimit", message: "No limit" },
  minutes: {
    id: "organization.minutes",
    message: "{n, plural, one {# minute} other {# minutes}}",
  },
  hours: { id: "organization.hours", message: "{n, plural, one {# hour} other {# hours}}" },
  days: { id: "organization.days", message: "{n, plural, one {# day} other {# days}}" },
  rules: { id: "organization.rules", message: "Settings of the organization" },
  readFailed: { id: "organization.readFailed", message: "The settings did not load" },
} as const satisfies Record<string, Text>;
