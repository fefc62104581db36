import {
  PINNED_BY_DEFAULT,
  PREVIEW_MAX_CHARS,
  type MessageId,
  type RoomNotifications,
  type Subscription,
  type UnreadCount,
  type UnreadSummary,
  isMutedNow,
  levelOf,
  type Muted,
} from "@colbin/protocol";
import type { MarkedPlace } from "#server/features/participants/marks.service.ts";
import type { MuteRow } from "./muting.queries.ts";
import type { SubscriptionRow, UnreadRow } from "./subscriptions.queries.ts";
import { mentionsIn, totalUnread, unreadIn } from "./subscriptions.rules.ts";

/** All but single spaces, which are most of a text and stay as they are. */
const blanks = /\s{2,}|[^\S ]/g;
const preview = new RegExp(`^.{0,${PREVIEW_MAX_CHARS}}`, "su");

function toLastMessage(row: UnreadRow): Subscription["lastMessage"] {
  if (row.lastId === null || row.lastCreatedAt === null || row.lastContent === null) return null;
  const [text = ""] = preview.exec(row.lastContent.replaceAll(blanks, " ")) ?? [];
  return {
    id: row.lastId as MessageId,
    createdAt: row.lastCreatedAt,
    text,
    ...(row.lastIsSilent === true && { isSilent: true as const }),
  };
}

/** Nobody gave a name to a direct room, nor to every group: the others' names stand for it. */
function toName({ title, others }: SubscriptionRow): string {
  return title === "" && others ? others.map(({ fullName }) => fullName).join(", ") : title;
}

function toMentions(row: Parameters<typeof mentionsIn>[0]) {
  const { threadMentions: threadMentionCount } = row;
  return { mentionCount: mentionsIn(row), ...(threadMentionCount > 0 && { threadMentionCount }) };
}

/** The wire shape of one subscription. */
export function toSubscription(row: SubscriptionRow, now: Date): Subscription {
  const mute = toMute(row, now);
  return {
    roomId: row.roomId,
    sessionRoomSlug: row.slug,
    roomName: toName(row),
    roomType: row.roomType,
    accessType: row.accessType,
    status: row.status,
    description: row.description,
    avatar_url: row.avatarUrl,
    participantCount: row.memberCount,
    memberCount: row.memberCount,
    lastMessage: toLastMessage(row),
    lastActivityAt: row.lastActivityAt,
    joinedAt: row.joinedAt,
    unreadCount: unreadIn(row),
    ...toMentions(row),
    lastReadAt: row.lastReadAt,
    role: row.accessLevel,
    isMuted: mute.muted,
    mutedUntil: mute.mutedUntil,
    notificationSettings: mute,
    isPrivate: row.accessType === "PRIVATE",
    participants: row.others ?? [],
    pinCount: row.pinCount,
    pinnedBy: row.pinnedBy ?? PINNED_BY_DEFAULT,
    ...(row.messageRetentionDays !== null && { messageRetentionDays: row.messageRetentionDays }),
    headSeq: row.lastSeq,
    lastMsgNo: row.lastMsgNo,
    readMsgNo: row.readMsgNo,
    ...(row.unreadFromNo !== null && { unreadFromMsgNo: row.unreadFromNo }),
  };
}

/** Unread counts of all rooms of one workspace, and the totals of the others. */
export function toUnreadSummary(
  rows: readonly UnreadRow[],
  organizations: UnreadSummary["organizations"],
  now: Date,
): UnreadSummary {
  return {
    rooms: rows.map((row) => ({
      sessionRoomSlug: row.slug,
      unreadCount: unreadIn(row),
      ...toMentions(row),
      lastMessage: toLastMessage(row),
    })),
    totalUnread: totalUnread(rows, now),
    organizations,
  };
}

/** A mute as it is now: one that is over is none. */
export function toMute(row: Muted, now: Date) {
  const muted = isMutedNow(row, now);
  return { muted, mutedUntil: muted ? (row.mutedUntil?.toISOString() ?? null) : null };
}

/** What somebody wants to hear of a room. */
export function toRoomNotifications(row: MuteRow, now: Date): RoomNotifications {
  return { sessionRoomSlug: row.slug, ...toMute(row, now), level: levelOf(row) };
}

/** What a person has not read in a room. */
export function toUnreadCount(place: MarkedPlace): UnreadCount {
  return {
    sessionRoomSlug: place.slug,
    unreadCount: unreadIn(place),
    ...toMentions(place),
    lastReadAt: place.lastReadAt?.toISOString() ?? null,
    readMsgNo: place.readMsgNo,
  };
}
