import type {
  NotificationFacts,
  NotificationPriority,
  UsedNotificationType,
  WorkspaceId,
} from "@colbin/protocol";
import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";

/** What a type is (rules-notifications, section 2). */
interface NotificationKind<Facts> {
  readonly priority: NotificationPriority;
  /** While one is unread, the next one with the same key goes into it; without, each stands for itself. */
  readonly groupKeyOf?: (facts: Facts) => string;
  /** Where the person must be let in to be told of it. */
  readonly workspaceOf: (facts: Facts) => WorkspaceId | null;
}

type RoomFacts = NotificationFacts["ROOM_INVITATION"];
const ofRoom = {
  groupKeyOf: ({ roomId }: RoomFacts) => roomId,
  workspaceOf: ({ workspaceId }: Pick<RoomFacts, "workspaceId">) => workspaceId,
};
const ofDocument = {
  groupKeyOf: ({ documentId }: Pick<NotificationFacts["DOCUMENT_SHARED"], "documentId">) =>
    documentId,
  workspaceOf: ofRoom.workspaceOf,
};
const ofRequest = {
  groupKeyOf: ({ requestId }: NotificationFacts["ACCESS_REQUEST"]) => requestId,
  workspaceOf: ofRoom.workspaceOf,
};

export const notificationKinds: {
  readonly [T in UsedNotificationType]: NotificationKind<NotificationFacts[T]>;
} = {
  SECURITY_ALERT: {
    priority: "URGENT",
    workspaceOf: () => null,
  },
  ORGANIZATION_INVITATION: {
    priority: "HIGH",
    groupKeyOf: ({ invitationId }) => invitationId,
    workspaceOf: () => null,
  },
  ORGANIZATION_CHANGED: {
    priority: "HIGH",
    groupKeyOf: ({ orgId }) => orgId,
    // Who has just been kept out is told of exactly that.
    workspaceOf: ({ change, orgId }) =>
      change === "suspended" || change === "removed" ? null : orgId,
  },
  ROOM_INVITATION: { ...ofRoom, priority: "HIGH" },
  ROOM_INVITED: { ...ofRoom, priority: "NORMAL" },
  ROOM_JOINED: { ...ofRoom, priority: "NORMAL" },
  ROOM_LEFT: { ...ofRoom, priority: "NORMAL" },
  REMINDER_DUE: {
    priority: "HIGH",
    workspaceOf: ofRoom.workspaceOf,
  },
  ACCESS_REQUEST: { ...ofRequest, priority: "HIGH" },
  ACCESS_REQUEST_APPROVED: { ...ofRequest, priority: "NORMAL" },
  ACCESS_REQUEST_REJECTED: { ...ofRequest, priority: "NORMAL" },
  SCHEDULED_MESSAGE_FAILED: {
    priority: "HIGH",
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  MESSAGE_MENTION: {
    priority: "HIGH",
    groupKeyOf: ({ messageId }) => messageId,
    workspaceOf: ofRoom.workspaceOf,
  },
  MESSAGE_REPLY: {
    priority: "NORMAL",
    groupKeyOf: ({ threadId, messageId }) => threadId ?? messageId,
    workspaceOf: ofRoom.workspaceOf,
  },
  MESSAGE_REACTION: {
    priority: "LOW",
    groupKeyOf: ({ messageId }) => messageId,
    workspaceOf: ofRoom.workspaceOf,
  },
  SYSTEM_ANNOUNCEMENT: {
    priority: "NORMAL",
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  PARTICIPANT_JOINED: { ...ofRoom, priority: "LOW" },
  MESSAGE_REMOVED: {
    priority: "NORMAL",
    groupKeyOf: ({ messageId }) => messageId,
    workspaceOf: ofRoom.workspaceOf,
  },
  MESSAGE_REPORTED: {
    priority: "NORMAL",
    groupKeyOf: ({ roomId, workspaceId }) => roomId ?? workspaceId,
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  NOTIFICATION_TEST: { priority: "NORMAL", workspaceOf: () => null },
  FILE_QUARANTINED: {
    priority: "NORMAL",
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  QUOTA_WARNING: {
    priority: "NORMAL",
    groupKeyOf: ({ workspaceId, scope }) => `${workspaceId} ${scope}`,
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  WEBHOOK_OFF: {
    priority: "NORMAL",
    workspaceOf: ({ orgId }) => orgId,
  },
  API_KEY_EXPIRING: { priority: "NORMAL", workspaceOf: () => null },
  DOCUMENT_SHARED: { ...ofDocument, priority: "NORMAL" },
  DOCUMENT_COMMENTED: { ...ofDocument, priority: "NORMAL" },
  DOCUMENT_MENTION: { ...ofDocument, priority: "HIGH" },
};

/** What follows for an event of this type from its facts. */
export function toPlan<T extends UsedNotificationType>(type: T, facts: NotificationFacts[T]) {
  const { priority, groupKeyOf, workspaceOf } = notificationKinds[type];
  return { priority, groupKey: groupKeyOf?.(facts), workspaceId: workspaceOf(facts) };
}

/** A place in a feed; opaque to clients. */
export interface FeedPlace {
  readonly updatedAt: Date;
  readonly id: string;
}

export function toCursor({ updatedAt: at, id }: FeedPlace): string {
  return toTimeCursor({ at, id });
}

/** Undefined for what is no cursor of ours. */
export function fromCursor(text: string): FeedPlace | undefined {
  const place = fromTimeCursor(text);
  return place && { updatedAt: place.at, id: place.id };
}
