import type { NotificationReason } from "./deliveries.ts";
import type { NotificationLevel } from "./mutes.ts";
import type { NotificationChannel, NotificationPriority } from "./notifications.ts";

/** How the person stands to a message and its room. */
interface MessageSituation {
  /** The message names the person. */
  readonly isDirect: boolean;
  /** A plain message of a room, for which the feed has no row. */
  readonly isNew: boolean;
  /** Its author asked that nobody is notified but by a mention. */
  readonly isSilent: boolean;
  /** The person has muted everything. */
  readonly isAllMuted: boolean;
  readonly isRoomMuted: boolean;
  readonly level: NotificationLevel;
}

/** One channel of an event for a person, as it is at this moment. */
export interface NotificationSituation {
  readonly channel: NotificationChannel;
  readonly priority: NotificationPriority;
  /** The person caused it. */
  readonly isActor: boolean;
  readonly mayOpen: boolean;
  /** There is a block between the person and its actor, in either direction. */
  readonly isBlocked: boolean;
  /** The type has the channel, the person wants it, and there is an address. */
  readonly isOn: boolean;
  /** Undefined for what is no message. */
  readonly message?: MessageSituation | undefined;
  /** The person has read it. */
  readonly isRead?: boolean;
  /** End of the quiet hours or of the pause that holds now. */
  readonly quietUntil?: Date | null;
  /** Some device of the person was in use a moment ago. */
  readonly isActive?: boolean;
}

export interface NotificationDecision {
  readonly result: "send" | "hold" | "skip";
  readonly reason: NotificationReason;
}

interface Test extends NotificationDecision {
  readonly isSo: (situation: NotificationSituation) => boolean;
}

/** Does a person who is not named hear nothing of it for this reason? */
const unnamed =
  (isSo: (message: MessageSituation) => boolean) => (situation: NotificationSituation) =>
    situation.message !== undefined && !situation.message.isDirect && isSo(situation.message);
/** Push and mail, which leave the app. */
const leaves = ({ channel }: NotificationSituation): boolean => channel !== "IN_APP";

/** In this order; the first that is so decides (rules-notifications 12). */
const tests: readonly Test[] = [
  { isSo: ({ isActor }) => isActor, result: "skip", reason: "OWN_ACTION" },
  { isSo: ({ mayOpen }) => !mayOpen, result: "skip", reason: "NO_ACCESS" },
  { isSo: ({ isBlocked }) => isBlocked, result: "skip", reason: "BLOCKED" },
  {
    isSo: (all) => leaves(all) && unnamed(({ isSilent }) => isSilent)(all),
    result: "skip",
    reason: "SILENT",
  },
  { isSo: ({ isOn }) => !isOn, result: "skip", reason: "CHANNEL_OFF" },
  { isSo: ({ priority }) => priority === "URGENT", result: "send", reason: "URGENT" },
  {
    isSo: (all) => leaves(all) && unnamed(({ isAllMuted }) => isAllMuted)(all),
    result: "skip",
    reason: "MUTED_ALL",
  },
  { isSo: unnamed(({ isRoomMuted }) => isRoomMuted), result: "skip", reason: "ROOM_MUTED" },
  {
    isSo: (all) => all.message?.level === "none" && (leaves(all) || !all.message.isDirect),
    result: "skip",
    reason: "LEVEL_NONE",
  },
  {
    isSo: ({ message }) => message?.level === "mentions" && message.isNew,
    result: "skip",
    reason: "LEVEL_MENTIONS",
  },
  { isSo: (all) => all.isRead === true && leaves(all), result: "skip", reason: "ON_SCREEN" },
  { isSo: ({ isRead }) => isRead === true, result: "send", reason: "ON_SCREEN" },
  {
    isSo: (all) => leaves(all) && Boolean(all.quietUntil),
    result: "hold",
    reason: "QUIET_HOURS",
  },
  {
    isSo: ({ channel, isActive }) => channel === "PUSH" && isActive === true,
    result: "hold",
    reason: "ACTIVE_ELSEWHERE",
  },
  { isSo: ({ channel }) => channel === "EMAIL", result: "hold", reason: "EMAIL_WAIT" },
];

/** Whether something is sent on a channel, and the one reason for it (rules-notifications 12). */
export function decideNotification(situation: NotificationSituation): NotificationDecision {
  const { result, reason } = tests.find(({ isSo }) => isSo(situation)) ?? sent;
  return { result, reason };
}

const sent: NotificationDecision = { result: "send", reason: "SENT" };
