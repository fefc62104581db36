import type { Text } from "#web/lib/language/i18n.ts";

export const billingTexts = {
  plan: { id: "billing.plan", message: "Plan" },
  selfHosted: { id: "billing.selfHosted", message: "Self-hosted" },
  selfHostedText: {
    id: "billing.selfHostedText",
    message: "This server is run by its own operator. There is nothing to pay.",
  },
  own: { id: "billing.own", message: "Your usage in {workspace}" },
  ownFailed: { id: "billing.ownFailed", message: "Your usage did not load" },
  files: { id: "billing.files", message: "Storage" },
  filesHint: { id: "billing.filesHint", message: "Your files, also those in the trash" },
  used: { id: "billing.used", message: "{used}, no limit" },
  usedOf: { id: "billing.usedOf", message: "{used} of {limit}" },
  share: { id: "billing.share", message: "Used storage" },
  seats: { id: "billing.seats", message: "Seats" },
  messages: { id: "billing.messages", message: "Messages" },
  noLimit: { id: "billing.noLimit", message: "No limit" },
  organization: { id: "billing.organization", message: "Usage of {organization}" },
  organizationFailed: {
    id: "billing.organizationFailed",
    message: "The usage of the organization did not load",
  },
  notYours: {
    id: "billing.notYours",
    message: "Owners and admins of the organization see what it uses.",
  },
  more: { id: "billing.more", message: "All numbers" },
  members: { id: "billing.members", message: "Active members" },
  guests: { id: "billing.guests", message: "Active guests" },
  sent: { id: "billing.sent", message: "Messages" },
  sentHint: { id: "billing.sentHint", message: "Ever sent in its rooms" },
} as const satisfies Record<string, Text>;
