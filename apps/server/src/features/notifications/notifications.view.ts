import type {
  FeedState,
  FrameOf,
  Notification,
  NotificationChanged,
  NotificationFacts,
  OrganizationChange,
  SecurityAlertKind,
  UsedNotificationType,
  WorkspaceRole,
} from "@colbin/protocol";
import type { FeedPart, NotificationRow } from "./feed.queries.ts";

export function toNotification(row: NotificationRow): Notification {
  const { id, type, priority, workspaceId, facts, count, actors } = row;
  return {
    id,
    type,
    priority,
    workspaceId,
    facts,
    url: urlOf(type, facts as Notification["facts"]),
    count,
    actors,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    readAt: row.readAt?.toISOString() ?? null,
    doneAt: row.doneAt?.toISOString() ?? null,
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    // The facts of a type have its form: they were checked when the row was written.
  } as Notification;
}

/** Pages of the web app. */
const urls: {
  readonly [T in UsedNotificationType]: (facts: NotificationFacts[T]) => string | null;
} = {
  SECURITY_ALERT: () => "/settings/account",
  // The id of one that names an account stands for its code.
  ORGANIZATION_INVITATION: ({ invitationId }) => `/invite/join?code=${invitationId}`,
  // It is for everybody in it, and tells those who are suspended that they are.
  ORGANIZATION_CHANGED: ({ change, orgId }) =>
    change === "removed" ? null : `/settings/organizations/${orgId}/members`,
  ROOM_INVITATION: toChat,
  ROOM_INVITED: toChat,
  ROOM_JOINED: toMembers,
  // An archived room can still be read.
  ROOM_LEFT: (facts) => (facts.change === "archived" ? toChat(facts) : null),
  REMINDER_DUE: ({ sessionRoomSlug, messageId }) =>
    sessionRoomSlug === undefined || messageId === undefined
      ? "/chat/later"
      : `/chat/${sessionRoomSlug}?message=${messageId}`,
  ACCESS_REQUEST: toAsked,
  ACCESS_REQUEST_APPROVED: toAsked,
  ACCESS_REQUEST_REJECTED: toAsked,
  SCHEDULED_MESSAGE_FAILED: () => "/chat/scheduled",
  MESSAGE_MENTION: toMessage,
  MESSAGE_REPLY: toMessage,
  MESSAGE_REACTION: toMessage,
  SYSTEM_ANNOUNCEMENT: () => null,
  PARTICIPANT_JOINED: toMembers,
  MESSAGE_REMOVED: toMessage,
  MESSAGE_REPORTED: ({ sessionRoomSlug }) =>
    sessionRoomSlug === undefined
      ? "/settings/reports"
      : `/chat/${sessionRoomSlug}?side=details:reports`,
  NOTIFICATION_TEST: () => "/settings/notifications",
  FILE_QUARANTINED: ({ fileId }) => `/files?side=file:${fileId}`,
  QUOTA_WARNING: ({ scope, workspaceId }) =>
    scope === "person" ? "/files" : `/settings/organizations/${workspaceId}/usage`,
  WEBHOOK_OFF: ({ orgId }) =>
    orgId === null ? "/settings/webhooks" : `/settings/organizations/${orgId}/webhooks`,
  API_KEY_EXPIRING: () => "/settings/api",
  DOCUMENT_SHARED: ({ documentId }) => `/documents/${documentId}`,
  DOCUMENT_COMMENTED: toDocumentComment,
  DOCUMENT_MENTION: toDocumentComment,
};

function toChat({
  sessionRoomSlug,
}: Pick<NotificationFacts["ROOM_INVITATION"], "sessionRoomSlug">): string {
  return `/chat/${sessionRoomSlug}`;
}

function toMembers(facts: Parameters<typeof toChat>[0]): string {
  return `${toChat(facts)}?side=details:members`;
}

/** Where something was asked for; nowhere where the person may not know of it. */
function toAsked({
  sessionRoomSlug,
  documentId,
  title,
}: NotificationFacts["ACCESS_REQUEST"]): string | null {
  if (sessionRoomSlug !== undefined) return toChat({ sessionRoomSlug });
  return documentId === undefined || title === "" ? null : `/documents/${documentId}`;
}

function toMessage({
  sessionRoomSlug,
  messageId,
}: Pick<NotificationFacts["MESSAGE_REMOVED"], "sessionRoomSlug" | "messageId">): string {
  return `/chat/${sessionRoomSlug}?message=${messageId}`;
}

function toDocumentComment({ documentId, commentId }: NotificationFacts["DOCUMENT_MENTION"]) {
  const side = commentId === undefined ? "" : `?side=comments:${commentId}`;
  return `/documents/${documentId}${side}`;
}

function urlOf<T extends UsedNotificationType>(type: T, facts: NotificationFacts[T]) {
  return urls[type](facts);
}

interface Words {
  readonly title: string;
  readonly body: string;
}

const alertWords: Readonly<Record<SecurityAlertKind, string>> = {
  "new-device": "New sign-in to your account",
  "wrong-codes": "Wrong codes for your account",
  "token-reuse": "A session of your account was ended",
  "wrong-passwords": "Wrong passwords for your account",
  "password-changed": "The password of your account was changed",
  "address-changed": "An address of your account was changed",
  "address-claimed": "Another account asked to use your address",
  "account-connected": "Another way to sign in to your account",
  "account-disconnected": "A way to sign in to your account was removed",
  "second-factor-added": "A second sign-in step was added to your account",
  "second-factor-removed": "A second sign-in step of your account was removed",
  "second-factors-reset": "The second sign-in steps of your account were removed",
  "recovery-code-used": "A recovery code of your account was used",
  "recovery-codes": "New recovery codes were made for your account",
  "api-key-made": "An API key of your account was made",
  "wrong-second-factors": "Wrong codes of the second sign-in step of your account",
};

const roleWords: Readonly<Record<WorkspaceRole, string>> = {
  OWNER: "the owner",
  ADMIN: "an admin",
  MEMBER: "a member",
  GUEST: "a guest",
};

type ChangeFacts = NotificationFacts["ORGANIZATION_CHANGED"];

const changeWords: Readonly<Record<OrganizationChange, (facts: ChangeFacts) => Words>> = {
  role: ({ title, role }) => ({
    title: `Your role in ${title} has changed`,
    body: `You are ${roleWords[role]} now.`,
  }),
  suspended: ({ title }) => ({
    title: `Your membership in ${title} is suspended`,
    body: "You cannot open it until an owner or admin lets you in again. Your rooms and messages are kept.",
  }),
  reactivated: ({ title }) => ({
    title: `You are back in ${title}`,
    body: "Your role and your rooms are those of before.",
  }),
  removed: ({ title }) => ({
    title: `You are no longer a member of ${title}`,
    body: "To come back you need a new invitation.",
  }),
  owner: ({ title }) => ({
    title: `You are the owner of ${title} now`,
    body: "Whoever owned it before is an admin there.",
  }),
};

const words: {
  readonly [T in UsedNotificationType]: (facts: NotificationFacts[T], actor: string) => Words;
} = {
  SECURITY_ALERT: ({ alert, address }) => ({
    title: alertWords[alert],
    body: address === null ? "By those who run this server." : `Network address: ${address}`,
  }),
  ORGANIZATION_INVITATION: ({ title, role }, actor) => ({
    title: `${actor} invites you to ${title}`,
    body: `You would be ${roleWords[role]} there.`,
  }),
  ORGANIZATION_CHANGED: (facts) => changeWords[facts.change](facts),
  ROOM_INVITATION: ({ title, accessLevel }, actor) => ({
    title: `${actor} invites you to the room ${title}`,
    body: `Your access level would be ${accessLevel}.`,
  }),
  ROOM_INVITED: ({ title, accessLevel }, actor) => ({
    title: `${actor} added you to the room ${title}`,
    body: `Your access level is ${accessLevel}.`,
  }),
  ROOM_JOINED: ({ title }, actor) => ({
    title: `${actor} accepted your invitation to ${title}`,
    body: "",
  }),
  ROOM_LEFT: ({ title, change }, actor) =>
    change === undefined
      ? {
          title: `${actor} removed you from the room ${title}`,
          body: "What you wrote there stays.",
        }
      : {
          title: `${actor} ${change} ${title === "" ? "a conversation" : `the room ${title}`}`,
          body: change === "archived" ? "It can still be read." : "",
        },
  REMINDER_DUE: ({ note, title }) => ({
    title: title === undefined ? "Your reminder" : `Your reminder of a message in ${title}`,
    body: note,
  }),
  ACCESS_REQUEST: ({ title, accessLevel, requestType, documentId }, actor) => ({
    title:
      documentId !== undefined
        ? `${actor} asks for access to ${title}`
        : requestType === "UPGRADE_ACCESS"
          ? `${actor} asks for more rights in ${title}`
          : `${actor} asks to join ${title}`,
    body: `With the access level ${accessLevel}.`,
  }),
  ACCESS_REQUEST_APPROVED: ({ title, accessLevel }, actor) => ({
    title: `${actor} approved what you asked for in ${title}`,
    body: `Your access level is ${accessLevel}.`,
  }),
  ACCESS_REQUEST_REJECTED: ({ title, reason }, actor) => ({
    title: `${actor} refused what you asked for${inRoom(title)}`,
    body: reason ?? "You can ask again after a day.",
  }),
  SCHEDULED_MESSAGE_FAILED: ({ title, reasonText }) => ({
    title:
      title === null
        ? "Your scheduled message was not sent"
        : `Your scheduled message to ${title} was not sent`,
    body: reasonText,
  }),
  MESSAGE_MENTION: ({ title, text, isForAll }, actor) => ({
    title: isForAll
      ? `${actor} mentioned everybody${inRoom(title)}`
      : `${actor} mentioned you${inRoom(title)}`,
    body: text,
  }),
  MESSAGE_REPLY: ({ title, text }, actor) => ({
    title: `${actor} replied in a thread${inRoom(title)}`,
    body: text,
  }),
  MESSAGE_REACTION: ({ text, emoji }, actor) => ({
    title: `${actor} reacted with ${emoji}`,
    body: text,
  }),
  SYSTEM_ANNOUNCEMENT: ({ title, text }) => ({
    title: title === "" ? "Announcement" : `Announcement of ${title}`,
    body: text,
  }),
  PARTICIPANT_JOINED: ({ title }, actor) => ({
    title: `${actor} joined ${title}`,
    body: "",
  }),
  MESSAGE_REMOVED: ({ title, reason }) => ({
    title: `A moderator removed your message in ${title}`,
    body: reason,
  }),
  MESSAGE_REPORTED: ({ title }) => ({
    title:
      title === undefined
        ? "A message of a conversation was reported"
        : `A message in ${title} was reported`,
    body: "It waits for your decision.",
  }),
  NOTIFICATION_TEST: () => ({
    title: "A test of your notifications",
    body: "You asked for it in the settings.",
  }),
  FILE_QUARANTINED: ({ name, threat }) => ({
    title: `Malware was found in your file ${name}`,
    body: `It was removed: ${threat}`,
  }),
  QUOTA_WARNING: ({ scope, title, percent }) => ({
    title:
      scope === "person"
        ? `Your files take ${percent}% of your storage`
        : `The files of ${title} take ${percent}% of its storage`,
    body: "Uploads are refused once it is full.",
  }),
  WEBHOOK_OFF: ({ host }) => ({
    title: `Your webhook at ${host} was switched off`,
    body: "Its calls have failed for a day. You can switch it on again once it answers.",
  }),
  API_KEY_EXPIRING: ({ name, expiresAt }) => ({
    title: `Your API key ${name} is about to expire`,
    body: `It works until ${expiresAt.slice(0, 10)}. Create another one before, where a program needs it.`,
  }),
  DOCUMENT_SHARED: ({ title, level }, actor) => ({
    title: `${actor} shared the document ${title} with you`,
    body: `Your access level is ${level}.`,
  }),
  DOCUMENT_COMMENTED: ({ title, text }, actor) => ({
    title: `${actor} commented on ${title}`,
    body: text,
  }),
  DOCUMENT_MENTION: ({ title, text }, actor) => ({
    title: `${actor} mentioned you in ${title}`,
    body: text,
  }),
};

/** Conversations have no title. */
function inRoom(title: string): string {
  return title === "" ? "" : ` in ${title}`;
}

function toWords<T extends UsedNotificationType>(
  type: T,
  facts: NotificationFacts[T],
  [last]: Notification["actors"],
): Words {
  return words[type](facts, last?.fullName ?? "Somebody");
}

export function toNotificationFrame(
  notification: Notification,
  state: FeedState,
): FrameOf<"SERVER_NOTIFICATION"> {
  const { id, type: notificationType, facts, actors, url } = notification;
  return {
    type: "SERVER_NOTIFICATION",
    id,
    ...toWords(notificationType, facts, actors),
    icon: actors[0]?.avatar_url ?? null,
    notificationType,
    url,
    notification,
    ...state,
  };
}

/** The same of an event of which nobody is named. */
export function toTitleAndBody<T extends UsedNotificationType>({
  type,
  facts,
}: {
  readonly type: T;
  readonly facts: NotificationFacts[T];
}): Words {
  return toWords(type, facts, []);
}

/** The words of a notification, in English. */
export function toWordsOf({ type, facts, actors }: Notification): Words {
  return toWords(type, facts, actors);
}

/** For all devices of a person who has read something. */
export function toReadFrame(
  { before, tab, workspaceId }: FeedPart,
  now: Date,
  state: FeedState,
): FrameOf<"SERVER_PERSONAL_EVENT"> {
  const readAt = now.toISOString();
  const data = { id: null, before: before.toISOString(), tab, workspaceId, readAt, ...state };
  return { type: "SERVER_PERSONAL_EVENT", event: "notifications_read", data };
}

/** For all devices of the person whose row it is. */
export function toChangedFrame(data: NotificationChanged): FrameOf<"SERVER_PERSONAL_EVENT"> {
  return { type: "SERVER_PERSONAL_EVENT", event: "notification_changed", data };
}

/** The words of a push; without the text, where the person wants that hidden from who sees the screen. */
export function toPushWords(told: Words, isPrivate: boolean): Words {
  return isPrivate ? { title: "Colbin", body: "New message" } : told;
}
