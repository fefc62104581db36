import {
  hasPermission,
  isOwnerless,
  levelsGiven,
  type ParticipantAccessLevel,
  type ReplyOf,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import {
  requireOwnPlaceForChange,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { changeLevel } from "./levels.service.ts";
import { findPlace } from "./listing.queries.ts";
import { requireAnotherOwner, requireParticipant } from "./participants.access.ts";
import type { ParticipantRow } from "./participants.queries.ts";
import { isBelow } from "./participants.rules.ts";
import type { ParticipantDeps } from "./participants.service.ts";
import { toParticipant } from "./participants.view.ts";

interface Wish {
  readonly participantId: string;
  readonly accessLevel: ParticipantAccessLevel;
}

/**
 * Gives somebody with a level below the own another one that the caller may give: an OWNER any, an ADMIN up to WRITE. The OWNER lowers
 * the own one while there is another OWNER (rules-rooms 23, 27). It counts for the next event; the same level again changes nothing.
 */
export async function setAccessLevel(
  deps: ParticipantDeps,
  actor: Actor,
  slug: string,
  wish: Wish,
): Promise<ReplyOf<"setAccessLevel">> {
  const { id } = await requireVisibleRoom(deps.db, actor, slug);
  return deps.changes.run(async (change) => {
    const { tx } = change;
    const room = await requireOwnPlaceForChange(tx, actor, id);
    const target = await requireParticipant(tx, id, wish.participantId);
    await requireMayGive(change, room, actor, { target, accessLevel: wish.accessLevel });
    const seq =
      target.accessLevel === wish.accessLevel
        ? undefined
        : await write(deps, change, { actor, room, target, accessLevel: wish.accessLevel });
    const place = await findPlace(tx, { roomId: id, userId: target.userId });
    if (!place) throw new Error("A place that was changed is there");
    return { ...toParticipant(place), ...(seq !== undefined && { seq }) };
  });
}

interface Given {
  readonly target: ParticipantRow;
  readonly accessLevel: ParticipantAccessLevel;
}

async function requireMayGive(
  { tx }: Change,
  room: OwnPlace,
  actor: Actor,
  { target, accessLevel }: Given,
): Promise<void> {
  const isOwn = target.userId === actor.userId;
  const mayGive =
    hasPermission(room.accessLevel, "MANAGE_ROOM") &&
    levelsGiven[room.accessLevel].includes(accessLevel) &&
    // Whoever came by a link leads nothing (rules-identity 24).
    !(target.isGuest && hasPermission(accessLevel, "MANAGE_ROOM"));
  const mayChange = isOwn ? room.accessLevel === "OWNER" : isBelow(target, room);
  if (!mayGive || !mayChange) throw new AppError("ACCESS_LEVEL_NOT_ALLOWED");
  if (isOwnerless(room.roomType))
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (room.isGeneral) throw new AppError("ROOM_IS_GENERAL");
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  if (target.accessStatus !== "ACCEPTED")
    throw new AppError("PARTICIPANT_STATUS_CONFLICT", {
      from: target.accessStatus,
      to: "ACCEPTED",
    });
  const isLowered = isOwn && accessLevel !== "OWNER";
  if (isLowered) await requireAnotherOwner(tx, room, actor.userId);
}

interface Setting extends Given {
  readonly actor: Actor;
  readonly room: OwnPlace;
}

/** Returns the seq of the last event, the line that tells it. */
async function write(
  { clock }: ParticipantDeps,
  change: Change,
  { actor, room, target, accessLevel }: Setting,
): Promise<number> {
  const { userId: actorId, fullName: name } = actor;
  const { userId, fullName } = target;
  const { memberCount } = room;
  await changeLevel(change, room, { actorId, userId, level: accessLevel, memberCount });
  await recordAct(change.tx, actor, {
    at: clock.now(),
    kind: "participant level",
    workspaceId: room.workspaceId,
    action: "CHANGE_ROLE",
    target: { type: "user", id: userId },
    before: { accessLevel: target.accessLevel },
    after: { accessLevel },
    details: { roomId: room.id },
  });
  return appendSystemLine(change, room, actor, {
    kind: accessLevel === "OWNER" ? "owner_changed" : "level_changed",
    content: `${name} changed the access level of ${fullName} to ${accessLevel}`,
    values: { name, target: fullName, level: accessLevel },
    targetIds: [userId],
  });
}
