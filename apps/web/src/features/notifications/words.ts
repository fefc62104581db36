import type { Notification, UsedNotificationType } from "@colbin/protocol";
import { deviceName } from "#web/features/security/device-name.ts";
import { roleTexts } from "#web/features/workspaces/role-texts.ts";
import { failureText } from "#web/lib/api/error-text.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t, type Text, type Values } from "#web/lib/language/i18n.ts";
import { lineTexts, notificationTexts } from "./texts.ts";

/** The words of a row. */
interface Words {
  readonly line: Text;
  readonly values: Values;
  /** Below it; nothing where it is empty. */
  readonly note: string;
}

type Of<T extends UsedNotificationType> = Extract<Notification, { readonly type: T }>;

const wordsOfTypes: { readonly [T in UsedNotificationType]: (notification: Of<T>) => Words } = {
  SECURITY_ALERT: ({ facts: { alert, address, userAgent } }) => ({
    line: lineTexts[alert],
    values: {},
    note: originOf(address, userAgent),
  }),
  ORGANIZATION_INVITATION: ({ facts: { title, role }, actors }) => ({
    line: lineTexts.invited,
    values: { name: nameOf(actors), title },
    note: t(notificationTexts.as, { role: t(roleTexts[role]) }),
  }),
  ORGANIZATION_CHANGED: ({ facts: { title, role, change }, actors, count }) => ({
    line: lineTexts[change],
    values: { name: nameOf(actors), title, role: t(roleTexts[role]) },
    note: count > 1 ? t(notificationTexts.before, { n: count - 1 }) : "",
  }),
  ROOM_INVITATION: (notification) => ofRoom(notification, "roomInvitation"),
  ROOM_INVITED: (notification) => ofRoom(notification, "roomInvited"),
  ROOM_JOINED: ({ facts: { title }, actors, count }) => ({
    line: lineTexts.roomJoined,
    values: { name: nameOf(actors), others: othersOf({ actors, count }), title },
    note: "",
  }),
  ROOM_LEFT: (notification) => ofRoom(notification, toLeftLine(notification.facts)),
  REMINDER_DUE: ({ facts: { title, note } }) => ({
    line: title === undefined ? lineTexts.reminder : lineTexts.messageReminder,
    values: title === undefined ? {} : { title },
    note,
  }),
  ACCESS_REQUEST: (notification) => ofRoom(notification, toAskedLine(notification.facts)),
  ACCESS_REQUEST_APPROVED: (notification) => ofRoom(notification, "approved"),
  ACCESS_REQUEST_REJECTED: (notification) =>
    ofRoom(
      notification,
      notification.facts.title === "" ? "rejectedUnseen" : "rejected",
      notification.facts.reason ?? "",
    ),
  SCHEDULED_MESSAGE_FAILED: ({ facts: { title, reason: code, reasonText: message } }) => ({
    line: title === null ? lineTexts.scheduledFailed : lineTexts.scheduledFailedIn,
    values: { title: title ?? "" },
    note: failureText({ code, message }),
  }),
  MESSAGE_MENTION: ({ facts: { title, text, isForAll }, actors }) => ({
    line: lineTexts[
      `${isForAll ? "allMentioned" : "mentioned"}${title === "" ? "" : "In"}` as const
    ],
    values: { name: nameOf(actors), title },
    note: text,
  }),
  MESSAGE_REPLY: ({ facts: { title, text }, actors, count }) => ({
    line: title === "" ? lineTexts.replied : lineTexts.repliedIn,
    values: { name: nameOf(actors), others: othersOf({ actors, count }), title },
    note: text,
  }),
  MESSAGE_REACTION: ({ facts: { emoji, text, title }, actors, count }) => ({
    line: title === "" ? lineTexts.reacted : lineTexts.reactedIn,
    values: { name: nameOf(actors), others: count - 1, emoji, title },
    note: text,
  }),
  SYSTEM_ANNOUNCEMENT: ({ facts: { title, text }, actors }) => ({
    line: title === "" ? lineTexts.announcement : lineTexts.announcementIn,
    values: { name: nameOf(actors), title },
    note: text,
  }),
  PARTICIPANT_JOINED: ({ facts: { title }, actors, count }) => ({
    line: lineTexts.joined,
    values: { name: nameOf(actors), others: count - 1, title },
    note: "",
  }),
  MESSAGE_REMOVED: ({ facts: { title, reason } }) => ({
    line: lineTexts.messageRemoved,
    values: { title },
    note: reason,
  }),
  MESSAGE_REPORTED: ({ facts: { title }, count: n }) => ({
    line: title === undefined ? lineTexts.reportedTalk : lineTexts.reported,
    values: { n, title: title ?? "" },
    note: "",
  }),
  NOTIFICATION_TEST: () => ({
    line: lineTexts.test,
    values: {},
    note: t(notificationTexts.testNote),
  }),
  FILE_QUARANTINED: ({ facts: { name, threat } }) => ({
    line: lineTexts.fileQuarantined,
    values: { title: name },
    note: threat,
  }),
  QUOTA_WARNING: ({ facts: { scope, title, percent } }) => ({
    line: scope === "person" ? lineTexts.quotaOfPerson : lineTexts.quotaOfOrganization,
    values: { title, n: percent },
    note: "",
  }),
  WEBHOOK_OFF: ({ facts: { host } }) => ({
    line: lineTexts.webhookOff,
    values: { title: host },
    note: t(notificationTexts.webhookOff),
  }),
  API_KEY_EXPIRING: ({ facts: { name, expiresAt } }) => ({
    line: lineTexts.keyExpiring,
    values: { title: name },
    note: t(notificationTexts.worksUntil, { date: formatDate(new Date(expiresAt), "date") }),
  }),
  DOCUMENT_SHARED: (notification) => ofRoom(notification, "documentShared"),
  DOCUMENT_COMMENTED: ({ facts: { title, text }, actors, count }) => ({
    line: lineTexts.documentCommented,
    values: { name: nameOf(actors), others: othersOf({ actors, count }), title },
    note: text,
  }),
  DOCUMENT_MENTION: (notification) =>
    ofRoom(notification, "documentMentioned", notification.facts.text),
};

function originOf(address: string | null, userAgent: string | null): string {
  if (address === null) return t(notificationTexts.byOperator);
  return userAgent === null
    ? t(notificationTexts.from, { address })
    : t(notificationTexts.fromDevice, { address, device: deviceName(userAgent) });
}

/** So many people are named: of more than these only the number of what they did is known. */
const ACTORS_MAX = 3;

/** How many did it beside the one who is named. */
function othersOf({ actors, count }: Pick<Notification, "actors" | "count">): number {
  const known = Math.max(actors.length - 1, 0);
  return actors.length < ACTORS_MAX ? known : Math.max(known, count - 1);
}

function ofRoom(
  { facts, actors }: { facts: { title: string }; actors: Notification["actors"] },
  line: keyof typeof lineTexts,
  note = "",
): Words {
  return { line: lineTexts[line], values: { name: nameOf(actors), title: facts.title }, note };
}

function toLeftLine({ change, title }: Of<"ROOM_LEFT">["facts"]): keyof typeof lineTexts {
  if (change === undefined) return "roomLeft";
  const line = change === "archived" ? "roomArchived" : "roomDeleted";
  return title === "" ? `${line}Unnamed` : line;
}

function toAskedLine({
  documentId,
  requestType,
}: Of<"ACCESS_REQUEST">["facts"]): keyof typeof lineTexts {
  if (documentId !== undefined) return "asksForDocument";
  return requestType === "UPGRADE_ACCESS" ? "asksForMore" : "asksToJoin";
}

/** Nobody is named whose account is gone. */
function nameOf([last]: Notification["actors"]): string {
  return last?.fullName ?? t(notificationTexts.somebody);
}

/** The words of a notification; undefined for a type that is newer than this page. */
export function wordsOf<T extends UsedNotificationType>(
  notification: Of<T> & { readonly type: T },
): Words | undefined {
  const { type } = notification;
  return Object.hasOwn(wordsOfTypes, type) ? wordsOfTypes[type](notification) : undefined;
}
