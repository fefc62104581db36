import { hasModerators, hasPermission, type ReplyOf } from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { blankMessage, type EditDeps } from "#server/features/messages/edits.service.ts";
import { changeMessage, type MessageAddress } from "#server/features/messages/messages.access.ts";
import type { MessageRow } from "#server/features/messages/messages.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import { requireLockedRoom, type OwnPlace } from "#server/features/rooms/rooms.access.ts";
import { isInRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { updateClosed } from "./reports.queries.ts";

export interface RemovalDeps extends EditDeps {
  readonly jobs: Jobs;
}

/**
 * Takes away the message of somebody for everybody, as if it were deleted, and says that a moderator did (rules-messages 19). The author is
 * told why, open reports of it are closed, and the audit has who and why, but not a word of it. Again changes nothing.
 */
export async function removeMessage(
  deps: RemovalDeps,
  actor: Actor,
  address: MessageAddress,
  reason: string,
): Promise<ReplyOf<"removeMessage">> {
  return changeMessage(deps, actor, address, async (change) => {
    const { room, message } = change;
    await requireModerating(change, room, message);
    const { id: messageId } = message;
    if (message.isDeleted) return { messageId };
    const now = deps.clock.now();
    const removal = { actorId: actor.userId, removedBy: "moderator" } as const;
    const seq = await blankMessage(deps, change, { room, message, removal });
    const closing = { status: "removed", by: actor.userId, now } as const;
    await updateClosed(change.tx, { roomId: room.id, messageId }, closing);
    await recordAct(change.tx, actor, {
      at: now,
      kind: "message removed",
      workspaceId: room.workspaceId,
      target: { type: "user", id: message.authorId },
      reason,
      details: { roomId: room.id, messageId },
    });
    await tellAuthor(deps, change, { actor, room, message, reason });
    return { messageId, seq };
  });
}

/** OWNER and ADMIN of a channel or named group; an ADMIN not where an OWNER wrote it. */
async function requireModerating(
  { tx }: Change,
  room: OwnPlace,
  { type, authorId }: MessageRow,
): Promise<void> {
  if (!hasPermission(room.accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  if (!hasModerators(room.roomType, room.title))
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (type === "system") throw new AppError("MESSAGE_NOT_REMOVABLE");
  if (room.accessLevel === "OWNER") return;
  const theirs = await requireLockedRoom(tx, authorId, room.id);
  if (isInRoom(theirs) && theirs.accessLevel === "OWNER")
    throw new AppError("ACCESS_LEVEL_TOO_LOW");
}

interface Removed {
  readonly actor: Actor;
  readonly room: OwnPlace;
  readonly message: MessageRow;
  readonly reason: string;
}

/** By whom is not said, as on the tombstone. */
async function tellAuthor(
  deps: RemovalDeps,
  { tx }: Change,
  { actor, room, message, reason }: Removed,
): Promise<void> {
  if (message.authorId === actor.userId) return;
  const { id: roomId, slug: sessionRoomSlug, workspaceId, title } = room;
  await notify(tx, deps, {
    type: "MESSAGE_REMOVED",
    userId: message.authorId,
    actorId: null,
    cause: message.id,
    facts: { workspaceId, roomId, sessionRoomSlug, title, messageId: message.id, reason },
  });
}
