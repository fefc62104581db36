import type { KnownSubscription } from "@colbin/client";
import {
  channelDefaults,
  isMutedNow,
  levelOf,
  type Notification,
  type NotificationLevel,
  type NotificationPreferences,
  type NotificationSituation,
  type NotificationType,
} from "@colbin/protocol";
import type { News } from "./news.ts";

/** How the person is told. The sound has switches of its own; the desktop has those of the pushes. */
export type Way = "sound" | "desktop";

/** The wishes of the person that count here. */
export interface Wishes extends Pick<
  NotificationPreferences,
  "channels" | "mutedWorkspaces" | "all"
> {
  readonly levels: ReadonlyMap<string, NotificationLevel>;
}

/** Everything that decides, as it is at this moment. */
export interface Now {
  readonly now: Date;
  readonly wishes: Wishes;
  readonly workspaceId: string | null;
  readonly quietUntil: Date | null;
  readonly isRead: boolean;
}

/** A message of a room; of a thread alone the feed tells. */
export function ofMessage(
  { messageId, isMention }: News,
  room: KnownSubscription,
  way: Way,
  now: Now,
): NotificationSituation {
  const isDirect = room.namedIn === messageId;
  // In a conversation each message counts as a mention.
  const isNew = !isDirect && !(isMention && room.roomType === "channel");
  const type = isNew ? "MESSAGE_NEW" : "MESSAGE_MENTION";
  const isSilent = room.lastMessage?.isSilent === true;
  return {
    ...othersOf(now),
    priority: isDirect ? "HIGH" : "NORMAL",
    isOn: way === "sound" || isWanted(type, now.workspaceId, now),
    message: { isDirect, isNew, isSilent, ...toRoom(room, now) },
  };
}

/** A row of the feed; its room is undefined where it is of none, or of another workspace. */
export function ofRow(
  { type, priority, workspaceId, facts }: Notification,
  room: KnownSubscription | undefined,
  now: Now,
): NotificationSituation {
  const isDirect = type === "MESSAGE_MENTION" && "isForAll" in facts && !facts.isForAll;
  const message = room && { isDirect, isNew: false, isSilent: false, ...toRoom(room, now) };
  return { ...othersOf(now), priority, isOn: isWanted(type, workspaceId, now), message };
}

/** The server names to nobody what they may not open, or did themself. */
function othersOf({ isRead, quietUntil }: Now) {
  const told = { isActor: false, mayOpen: true, isBlocked: false } as const;
  return { channel: "PUSH", ...told, isRead, quietUntil } as const;
}

function toRoom(room: KnownSubscription, { wishes: { all, levels }, now }: Now) {
  const level = levels.get(room.sessionRoomSlug) ?? null;
  return {
    isAllMuted: isMutedNow(toMuted(all.muted, all.mutedUntil), now),
    isRoomMuted: isMutedNow(toMuted(room.isMuted, room.mutedUntil), now),
    level: levelOf({ level, roomType: room.roomType }),
  };
}

function toMuted(isMuted: boolean, mutedUntil: string | null) {
  return { isMuted, mutedUntil: mutedUntil === null ? null : new Date(mutedUntil) };
}

/** Link guests have no switches, and what is not offered to be pushed interrupts nobody. */
function isWanted(
  type: NotificationType,
  workspaceId: string | null,
  { wishes: { channels, mutedWorkspaces } }: Now,
): boolean {
  if (mutedWorkspaces.some((each) => each === workspaceId)) return false;
  if (channels.length === 0) return channelDefaults[type].PUSH !== undefined;
  return channels.some((each) => each.type === type && each.channel === "PUSH" && each.isOn);
}
