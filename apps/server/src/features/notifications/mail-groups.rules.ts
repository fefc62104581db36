import type { MailGroup, MailScope, NotificationType } from "@colbin/protocol";

/** By which word a person refuses mails of a type; null where they cannot. */
const groups: { readonly [T in NotificationType]: MailGroup | null } = {
  MESSAGE_NEW: "messages",
  MESSAGE_MENTION: "messages",
  MESSAGE_REPLY: "messages",
  MESSAGE_REACTION: "messages",
  ROOM_INVITED: "rooms",
  ROOM_JOINED: "rooms",
  ROOM_LEFT: "rooms",
  ROOM_INVITATION: "rooms",
  PARTICIPANT_JOINED: "rooms",
  ACCESS_REQUEST: "rooms",
  ACCESS_REQUEST_APPROVED: "rooms",
  ACCESS_REQUEST_REJECTED: "rooms",
  MESSAGE_REMOVED: "rooms",
  MESSAGE_REPORTED: "rooms",
  DOCUMENT_SHARED: "rooms",
  DOCUMENT_COMMENTED: "rooms",
  DOCUMENT_MENTION: "rooms",
  SYSTEM_ANNOUNCEMENT: "organizations",
  ORGANIZATION_INVITATION: "organizations",
  ORGANIZATION_CHANGED: "organizations",
  SCHEDULED_MESSAGE_FAILED: "account",
  REMINDER_DUE: "account",
  FILE_QUARANTINED: "account",
  QUOTA_WARNING: "account",
  WEBHOOK_OFF: "account",
  API_KEY_EXPIRING: "account",
  NOTIFICATION_TEST: null,
  SECURITY_ALERT: null,
};

export function mailGroupOf(type: NotificationType): MailGroup | null {
  return groups[type];
}

/** The scope of the link in a mail about these types: their kind, or all mails where there are several. */
export function mailScopeOf(types: readonly NotificationType[]): MailScope {
  const found = new Set(types.map(mailGroupOf));
  const [only] = found;
  return found.size === 1 && only ? only : "all";
}

/** Refusals in a row after which an address gets no mail. */
export const REFUSALS_MAX = 3;

/** An address for people who see over a shoulder, or who have the mail of somebody else: `a…@example.org`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, 1)}…${address.slice(at)}`;
}
