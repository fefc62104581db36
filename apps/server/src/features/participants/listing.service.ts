import {
  hasPermission,
  isLeading,
  participantAccessStatuses,
  type InputOf,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import {
  requireOwnPlace,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { isCommonRoom, isInRoom, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { findPlace, listPlaces, updateLastSeen, type PlaceRow } from "./listing.queries.ts";
import { toParticipant } from "./participants.view.ts";

export { listPlacesOf } from "./listing.queries.ts";

type Listing = InputOf<"listParticipants">["query"] & { readonly status?: string };

/**
 * People of a room that the caller is in, by name. Who is not in it, or not yet, is for OWNER and ADMIN to know (rules-rooms 11). Of a
 * room that everybody comes into a member sees those whom they know, where the organization shows no directory (rules-identity 57). All
 * who are in are not counted: the room knows their number.
 */
export async function listParticipants(
  db: Db,
  actor: Actor,
  slug: string,
  { status: wanted = "ACCEPTED", ...listing }: Listing,
): Promise<ReplyOf<"listParticipants">> {
  const status = participantAccessStatuses.find((each) => each === wanted);
  const room = await requireOwnPlace(db, actor, slug);
  if (!status) throw notAllowed("status");
  if (status !== "ACCEPTED" && !hasPermission(room.accessLevel, "MANAGE_ROOM"))
    throw new AppError("ACCESS_LEVEL_TOO_LOW");
  const part = listing.search?.trim() ?? "";
  const knownTo = (await hidesPeople(db, actor, room)) ? actor.userId : undefined;
  const isEverybody = status === "ACCEPTED" && part === "" && knownTo === undefined;
  const known = isEverybody ? { known: room.memberCount } : {};
  const people = { roomId: room.id, status, part, knownTo, ...known };
  const { rows, total } = await listPlaces(db, people, listing);
  return toPage(rows.map(toParticipant), listing, total);
}

/** Neither from those who lead the organization, nor from those who manage the room. */
async function hidesPeople(db: Db, actor: Actor, room: OwnPlace): Promise<boolean> {
  if (actor.accountType !== "BUSINESS" || hasPermission(room.accessLevel, "MANAGE_ROOM"))
    return false;
  if (actor.workspaceRole !== null && isLeading(actor.workspaceRole)) return false;
  const { memberDirectory } = await readSettings(db, actor.workspaceId);
  return !memberDirectory && (await isCommonRoom(db, room));
}

/** Is that person in the room, since when and how? Who is not in it asks about nobody but themself. */
export async function getJoined(
  db: Db,
  actor: Actor,
  slug: string,
  userId: UserId,
): Promise<ReplyOf<"getParticipantJoined">> {
  const place = await findAccepted(db, actor, slug, userId);
  return {
    joined: place !== undefined,
    joinedAt: place?.joinedAt.toISOString() ?? null,
    joinMethod: place?.joinMethod ?? null,
  };
}

/** Does that person lead the room? The same people may ask. */
export async function getAdmin(
  db: Db,
  actor: Actor,
  slug: string,
  userId: UserId,
): Promise<ReplyOf<"getParticipantAdmin">> {
  const accessLevel = (await findAccepted(db, actor, slug, userId))?.accessLevel ?? null;
  return { isAdmin: accessLevel === "OWNER" || accessLevel === "ADMIN", accessLevel };
}

async function findAccepted(
  db: Db,
  actor: Actor,
  slug: string,
  userId: UserId,
): Promise<PlaceRow | undefined> {
  const room: RoomRow = await requireVisibleRoom(db, actor, slug);
  if (!isInRoom(room) && userId !== actor.userId) throw new AppError("NOT_A_PARTICIPANT");
  const place = await findPlace(db, { roomId: room.id, userId });
  return place?.accessStatus === "ACCEPTED" ? place : undefined;
}

/** The caller looked at the room just now: neither a read position nor activity. FORBIDDEN for the place of somebody else. */
export async function markSeen(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Actor,
  slug: string,
  participantId: string,
): Promise<ReplyOf<"markParticipantSeen">> {
  const { id: roomId } = await requireOwnPlace(db, actor, slug);
  if (participantId.toLowerCase() !== actor.userId) throw new AppError("FORBIDDEN");
  const at = await updateLastSeen(db, { roomId, userId: actor.userId }, clock.now());
  if (!at) throw new AppError("NOT_A_PARTICIPANT");
  return { lastSeenAt: at.toISOString() };
}
