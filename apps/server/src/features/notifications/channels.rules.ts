import {
  channelDefaults,
  decideNotification,
  type NotificationChannel,
  type NotificationDecision,
  type NotificationSituation,
  type NotificationType,
  type WorkspaceId,
} from "@colbin/protocol";

/** Channels that this server has a sender for, beside text messages and webhooks, which have rules of their own. */
export type UsedChannel = Extract<NotificationChannel, "IN_APP" | "EMAIL" | "PUSH">;

export const usedChannels: readonly UsedChannel[] = ["IN_APP", "PUSH", "EMAIL"];

/** The wishes of a person about notifications now; see readDeliverySettings. */
export interface Wishes {
  readonly isOn: (
    type: NotificationType,
    channel: UsedChannel,
    workspaceId?: WorkspaceId | null,
  ) => boolean;
  /** End of the quiet hours or of the pause. */
  readonly heldUntil: Date | null;
  /** A push says no more than that there is something. */
  readonly hidesText: boolean;
}

/** An event for a person, on whatever channel. */
export interface About extends Omit<NotificationSituation, "channel" | "isOn" | "quietUntil"> {
  readonly type: NotificationType;
  readonly workspaceId: WorkspaceId | null;
  /** Undefined for a person who is gone. */
  readonly wishes: Wishes | undefined;
  /** Is there an address of the person, and something that brings it there? */
  readonly reaches: Readonly<Record<Exclude<UsedChannel, "IN_APP">, boolean>>;
}

/** The channels on which a type may come at all. Sign-in mails its alerts itself, also to a person who has a phone number alone. */
export function channelsOf(type: NotificationType): readonly UsedChannel[] {
  const isMailed = type !== "SECURITY_ALERT";
  return usedChannels.filter(
    (channel) => channelDefaults[type][channel] !== undefined && (channel !== "EMAIL" || isMailed),
  );
}

/** Whether an event is told on a channel now, and the one reason for it. */
export function decideChannel(channel: UsedChannel, about: About): NotificationDecision {
  const { type, workspaceId, wishes, reaches } = about;
  const isReached = channel === "IN_APP" || reaches[channel];
  const isWanted = wishes?.isOn(type, channel, workspaceId) ?? false;
  return decideNotification({
    ...about,
    channel,
    isOn: isReached && isWanted && channelsOf(type).includes(channel),
    quietUntil: wishes?.heldUntil ?? null,
  });
}

/** Not before this moment something leaves that waits: after a while, and after what keeps the person quiet. */
export function notBefore(now: Date, delayMs: number, { wishes }: Pick<About, "wishes">): Date {
  const later = new Date(now.getTime() + delayMs);
  const held = wishes?.heldUntil;
  return held && held > later ? held : later;
}

/** A person who is there reads it in this time, and is not pushed to (rules-notifications 12). */
const PUSH_HOLD_MS = 60_000;

/** When a push that was decided leaves; in quiet time a summary takes its place. */
export function toMoment(
  { result, reason }: NotificationDecision,
  { wishes }: Pick<About, "wishes">,
  now: Date,
): { readonly startAfter?: Date; readonly quietUntil?: Date } {
  if (result !== "hold") return {};
  const quietUntil = wishes?.heldUntil;
  if (reason === "QUIET_HOURS" && quietUntil) return { quietUntil };
  return { startAfter: new Date(now.getTime() + PUSH_HOLD_MS) };
}
