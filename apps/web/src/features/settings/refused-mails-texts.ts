import type { MailGroup } from "@colbin/protocol";
import type { Text } from "#web/lib/language/i18n.ts";

export const refusedMailsTexts = {
  address: { id: "settings.addressOff", message: "No mails to your address" },
  addressHint: {
    id: "settings.addressOffHint",
    message: "The mail server refused {address} several times, the last time {time}.",
  },
  useAgain: { id: "settings.useAddressAgain", message: "Use it again" },
  getAgain: { id: "settings.getMailsAgain", message: "Get them again" },
  getAgainNamed: { id: "settings.getMailsAgainNamed", message: "Get them again: {kind}" },
  groupHint: { id: "settings.mailsStopped", message: "You stopped them by a link in a mail." },
  failed: { id: "settings.mailsFailed", message: "Not changed" },
} as const satisfies Record<string, Text>;

/** A kind of mail that the person has refused; the digest has a switch of its own. */
export const groupTexts: { readonly [G in Exclude<MailGroup, "digest">]: Text } = {
  messages: { id: "settings.messageMails", message: "Mails about messages and mentions" },
  rooms: { id: "settings.roomMails", message: "Mails about rooms, invitations and requests" },
  organizations: { id: "settings.organizationMails", message: "Mails about organizations" },
  account: {
    id: "settings.accountMails",
    message: "Mails about reminders, files and scheduled messages",
  },
};
