import {
  isMutedNow,
  levelOf,
  type ChannelDecision,
  type InputOf,
  type MessageId,
  type NotificationPriority,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import { findPush, listReachable } from "#server/features/push/pushing.service.ts";
import type { RoomDoors } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { fromTimeCursor, toTimeCursor } from "#server/platform/http/time-cursor.rules.ts";
import { decideChannel, usedChannels, type About } from "./channels.rules.ts";
import { findDelivery, listDeliveries } from "./deliveries.queries.ts";
import type { DeliveryDeps } from "./deliveries.service.ts";
import { findCandidate, type Candidate } from "./messages.queries.ts";
import { notificationKinds } from "./notifications.rules.ts";

/*
 * The decision about messages: made when one is told, and made again, of what is stored, when a person asks why (rules-notifications 15).
 */

/** The strongest reason to tell a person of a message (rules-notifications 5). A call of everybody is of its room or of its thread. */
export function typeOf(candidate: Candidate): "MESSAGE_MENTION" | "MESSAGE_REPLY" | "MESSAGE_NEW" {
  const { isDirect, isForAll, isFollowed, msgNo } = candidate;
  if (isDirect || (isForAll && (isFollowed || msgNo !== null))) return "MESSAGE_MENTION";
  return isFollowed ? "MESSAGE_REPLY" : "MESSAGE_NEW";
}

function isForMany(candidate: Candidate): boolean {
  return typeOf(candidate) === "MESSAGE_MENTION" && !candidate.isDirect;
}

/** A call of everybody is less urgent than a mention of the person. */
export function priorityOf(candidate: Candidate): NotificationPriority {
  const type = typeOf(candidate);
  if (type === "MESSAGE_NEW" || isForMany(candidate)) return "NORMAL";
  return notificationKinds[type].priority;
}

/** A message for a person, as everything stands when the candidate was read. */
export function toMessageAbout(
  candidate: Candidate,
  {
    mailer,
    wishes,
    hasBrowser,
  }: Pick<DeliveryDeps, "mailer"> & Pick<About, "wishes"> & { readonly hasBrowser: boolean },
  now: Date,
): About {
  const { userId, authorId, isDirect, isSilent, isAllMuted, email } = candidate;
  const type = typeOf(candidate);
  return {
    type,
    workspaceId: candidate.workspaceId,
    priority: priorityOf(candidate),
    isActor: userId === authorId,
    mayOpen: candidate.mayOpen,
    isBlocked: candidate.isBlocked,
    isRead: candidate.isRead,
    wishes,
    isActive: candidate.isActive,
    // A call of everybody is mailed to nobody.
    reaches: { EMAIL: email !== null && mailer.canSend && !isForMany(candidate), PUSH: hasBrowser },
    message: {
      isDirect,
      isNew: type === "MESSAGE_NEW",
      isSilent,
      isAllMuted,
      isRoomMuted: isMutedNow(candidate, now),
      level: levelOf(candidate),
    },
  };
}

export interface DecisionDeps extends Pick<DeliveryDeps, "db" | "clock" | "mailer" | "readWishes"> {
  readonly doors: Pick<RoomDoors, "requireReadableRoom">;
}

/** Why the caller was, or was not, notified of a message of a room that they may read; MESSAGE_NOT_FOUND. */
export async function getNotificationDecision(
  deps: DecisionDeps,
  actor: Actor,
  { sessionRoomSlug, messageId }: InputOf<"getNotificationDecision">["query"],
): Promise<ReplyOf<"getNotificationDecision">> {
  const { db, clock } = deps;
  const { userId } = actor;
  const { id: roomId } = await deps.doors.requireReadableRoom(actor, sessionRoomSlug);
  const candidate = await findCandidate(db, { roomId, messageId }, userId);
  if (!candidate) throw new AppError("MESSAGE_NOT_FOUND");
  const type = typeOf(candidate);
  const now = clock.now();
  const wishes = (await deps.readWishes(db, [userId], now)).get(userId);
  const hasBrowser = (await listReachable(db, [userId], now)).has(userId);
  const about = toMessageAbout(candidate, { ...deps, wishes, hasBrowser }, now);
  const decisions: ChannelDecision[] = [];
  for (const channel of usedChannels) {
    const sent =
      channel === "PUSH"
        ? await findPushed(db, userId, messageId)
        : await findDelivery(db, { userId, type, cause: messageId }, channel);
    const decided = decideChannel(channel, about);
    const at = sent?.updatedAt.toISOString() ?? null;
    decisions.push({
      channel,
      result: decided.result,
      reason: sent?.reason ?? decided.reason,
      status: sent?.status ?? null,
      at,
    });
  }
  return { type, decisions };
}

/** A push has no row in the delivery log: the note of the browsers that show it tells of it, or its place in the row of its room. */
async function findPushed(db: Db, userId: UserId, messageId: MessageId) {
  const pushed = await findPush(db, userId, messageId);
  return (
    pushed && {
      status: pushed.isShown ? ("SENT" as const) : ("PENDING" as const),
      reason: "SENT" as const,
      updatedAt: pushed.at,
    }
  );
}

/** Deliveries to the caller outside the feed, sent or waiting, the newest first; CURSOR_INVALID for a cursor that is none of ours. */
export async function listNotificationDeliveries(
  { db }: Pick<DeliveryDeps, "db">,
  { userId }: Actor,
  { cursor, limit }: InputOf<"listNotificationDeliveries">["query"],
): Promise<ReplyOf<"listNotificationDeliveries">> {
  const after = cursor === undefined ? undefined : fromTimeCursor(cursor);
  if (cursor !== undefined && !after) throw new AppError("CURSOR_INVALID");
  const rows = await listDeliveries(db, userId, { after, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const results = shown.map(({ id: _id, ...row }) => ({
    ...row,
    notBefore: row.notBefore?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }));
  const hasMore = rows.length > limit && last !== undefined;
  return {
    results,
    nextCursor: hasMore ? toTimeCursor({ at: last.createdAt, id: last.id }) : null,
  };
}
