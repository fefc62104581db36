import {
  hasPermission,
  isOwnerless,
  levelsGiven,
  type InputOf,
  type ParticipantAccessLevel,
  type ReplyOf,
  type RoomId,
  type UserId,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { appendEvent, type Change } from "#server/features/log/log.service.ts";
import { appendSystemLine } from "#server/features/messages/messages.service.ts";
import {
  requireLockedRoom,
  requireOwnPlaceForChange,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { isInRoom, joinLevel, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { findPlace } from "./listing.queries.ts";
import { requireAnotherOwner, requireParticipant } from "./participants.access.ts";
import {
  findGeneralOf,
  findHeir,
  listLedRooms,
  updateLevel,
  type ParticipantRow,
  type WorkspaceUser,
} from "./participants.queries.ts";
import { isBelow } from "./participants.rules.ts";
import type { ParticipantDeps } from "./participants.service.ts";
import { participantChangedKind, toParticipant } from "./participants.view.ts";

type Wish = InputOf<"setAccessLevel">["body"] & { readonly participantId: string };

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

interface NewLevel {
  readonly actorId: UserId;
  readonly userId: UserId;
  readonly level: ParticipantAccessLevel;
  readonly memberCount: number;
}

/** Gives a participant another level, which counts for the next event; the change holds the room's lock. Returns the seq. */
export async function changeLevel(
  change: Change,
  room: RoomRow,
  { actorId, userId, level: accessLevel, memberCount }: NewLevel,
): Promise<number> {
  const facts = { userId, accessStatus: "ACCEPTED", accessLevel, memberCount } as const;
  const seq = await appendEvent(change, room, participantChangedKind, { actorId, facts });
  await updateLevel(change.tx, { roomId: room.id, userId }, accessLevel);
  return seq;
}

/** In the general of an organization the level of somebody is that of their role, which has just changed (rules-rooms 12). */
export async function followRole(
  change: Change,
  actorId: UserId,
  who: WorkspaceUser,
): Promise<void> {
  const { userId } = who;
  const id = await findGeneralOf(change.tx, who);
  const room = id && (await requireLockedRoom(change.tx, userId, id));
  if (!room || !isInRoom(room)) return;
  const level = joinLevel(room, "BUSINESS");
  const { memberCount } = room;
  if (room.accessLevel !== level)
    await changeLevel(change, room, { actorId, userId, level, memberCount });
}

/** A room that has lost its last OWNER gets another one, and has so many members then (rules-rooms 27). */
export async function appointHeir(
  change: Change,
  room: RoomRow,
  formerId: UserId,
  memberCount: number,
): Promise<void> {
  const heir = await findHeir(change.tx, room.id, formerId);
  if (!heir || heir.accessLevel === "OWNER") return;
  const { userId } = heir;
  await changeLevel(change, room, { actorId: formerId, userId, level: "OWNER", memberCount });
}

/** Rooms of one look; each is a transaction of its own. */
const LOOK = 200;

/**
 * The same in every room that somebody leads who is kept out of their workspace: nobody could look after it until they are back. They
 * stay its OWNER as well. Idempotent; nothing happens where they are in again.
 */
export async function appointHeirs(
  deps: Pick<ParticipantDeps, "db" | "changes">,
  who: WorkspaceUser,
): Promise<void> {
  let after: RoomId | null = null;
  for (;;) {
    const roomIds: RoomId[] = await listLedRooms(deps.db, who, after, LOOK);
    for (const id of roomIds) await deps.changes.run((change) => appointIn(change, id, who.userId));
    after = roomIds.at(-1) ?? null;
    if (after === null) return;
  }
}

async function appointIn(change: Change, roomId: RoomId, userId: UserId): Promise<void> {
  const room = await requireLockedRoom(change.tx, userId, roomId);
  if (room.workspaceStatus !== "SUSPENDED" || room.accessLevel !== "OWNER") return;
  await appointHeir(change, room, userId, room.memberCount);
}
