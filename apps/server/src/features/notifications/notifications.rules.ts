import type {
  NotificationChannel,
  NotificationFacts,
  NotificationPriority,
  UsedNotificationType,
  WorkspaceId,
} from "@colbin/protocol";
import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";

/** Those that there is something to send with. */
export type UsedChannel = Extract<NotificationChannel, "IN_APP" | "EMAIL">;

/** What a type is (rules-notifications, section 2). */
interface NotificationKind<Facts> {
  readonly priority: NotificationPriority;
  readonly channels: readonly UsedChannel[];
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
const ofRequest = {
  groupKeyOf: ({ requestId }: NotificationFacts["ACCESS_REQUEST"]) => requestId,
  workspaceOf: ofRoom.workspaceOf,
};

export const notificationKinds: {
  readonly [T in UsedNotificationType]: NotificationKind<NotificationFacts[T]>;
} = {
  SECURITY_ALERT: {
    priority: "URGENT",
    // Sign-in mails them itself, also to those whose address is a phone number.
    channels: ["IN_APP"],
    workspaceOf: () => null,
  },
  ORGANIZATION_INVITATION: {
    priority: "HIGH",
    channels: ["IN_APP", "EMAIL"],
    groupKeyOf: ({ invitationId }) => invitationId,
    workspaceOf: () => null,
  },
  ORGANIZATION_CHANGED: {
    priority: "HIGH",
    channels: ["IN_APP", "EMAIL"],
    groupKeyOf: ({ orgId }) => orgId,
    // Who has just been kept out is told of exactly that.
    workspaceOf: ({ change, orgId }) =>
      change === "suspended" || change === "removed" ? null : orgId,
  },
  ROOM_INVITATION: { ...ofRoom, priority: "HIGH", channels: ["IN_APP", "EMAIL"] },
  ROOM_INVITED: { ...ofRoom, priority: "NORMAL", channels: ["IN_APP"] },
  ROOM_LEFT: { ...ofRoom, priority: "NORMAL", channels: ["IN_APP"] },
  REMINDER_DUE: {
    priority: "HIGH",
    channels: ["IN_APP"],
    workspaceOf: ofRoom.workspaceOf,
  },
  ACCESS_REQUEST: { ...ofRequest, priority: "HIGH", channels: ["IN_APP"] },
  ACCESS_REQUEST_APPROVED: { ...ofRequest, priority: "NORMAL", channels: ["IN_APP", "EMAIL"] },
  ACCESS_REQUEST_REJECTED: { ...ofRequest, priority: "NORMAL", channels: ["IN_APP", "EMAIL"] },
  SCHEDULED_MESSAGE_FAILED: {
    priority: "HIGH",
    channels: ["IN_APP", "EMAIL"],
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  MESSAGE_REMOVED: {
    priority: "NORMAL",
    channels: ["IN_APP"],
    groupKeyOf: ({ messageId }) => messageId,
    workspaceOf: ofRoom.workspaceOf,
  },
  MESSAGE_REPORTED: {
    priority: "NORMAL",
    channels: ["IN_APP"],
    groupKeyOf: ({ roomId, workspaceId }) => roomId ?? workspaceId,
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
  FILE_QUARANTINED: {
    priority: "NORMAL",
    channels: ["IN_APP", "EMAIL"],
    workspaceOf: ({ workspaceId }) => workspaceId,
  },
};

/** What follows for an event of this type from its facts. */
export function toPlan<T extends UsedNotificationType>(type: T, facts: NotificationFacts[T]) {
  const { priority, channels, groupKeyOf, workspaceOf } = notificationKinds[type];
  return { priority, channels, groupKey: groupKeyOf?.(facts), workspaceId: workspaceOf(facts) };
}

/** One channel of an event for a person, as it is at this moment. */
export interface Situation {
  readonly channel: UsedChannel;
  readonly priority: NotificationPriority;
  /** The person caused it. */
  readonly isActor: boolean;
  readonly mayOpen: boolean;
  /** There is a block between the person and who caused it, whoever made it. */
  readonly isBlocked: boolean;
  /** The type has the channel, the person wants it, and there is an address. */
  readonly isOn: boolean;
}

export type Reason =
  | "OWN_ACTION"
  | "NO_ACCESS"
  | "BLOCKED"
  | "CHANNEL_OFF"
  | "URGENT"
  | "EMAIL_WAIT"
  | "SENT";

export interface Decision {
  readonly result: "send" | "hold" | "skip";
  readonly reason: Reason;
}

/** In this order; the first that is so decides. Those of messages, quiet hours and devices come with their features. */
const tests: readonly (Decision & { readonly isSo: (situation: Situation) => boolean })[] = [
  { isSo: ({ isActor }) => isActor, result: "skip", reason: "OWN_ACTION" },
  { isSo: ({ mayOpen }) => !mayOpen, result: "skip", reason: "NO_ACCESS" },
  { isSo: ({ isBlocked }) => isBlocked, result: "skip", reason: "BLOCKED" },
  { isSo: ({ isOn }) => !isOn, result: "skip", reason: "CHANNEL_OFF" },
  { isSo: ({ priority }) => priority === "URGENT", result: "send", reason: "URGENT" },
  { isSo: ({ channel }) => channel === "EMAIL", result: "hold", reason: "EMAIL_WAIT" },
];

/** Whether something is sent on a channel, and the one reason for it (rules-notifications 12). */
export function decide(situation: Situation): Decision {
  const { result, reason } = tests.find(({ isSo }) => isSo(situation)) ?? sent;
  return { result, reason };
}

const sent: Decision = { result: "send", reason: "SENT" };

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
