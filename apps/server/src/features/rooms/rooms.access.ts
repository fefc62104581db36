import {
  hasPermission,
  type ParticipantPermission,
  type RoomId,
  type RoomType,
  type UserId,
} from "@colbin/protocol";
import type { Pool } from "pg";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import { updateOpened } from "./addresses.queries.ts";
import {
  findRoomBySlug,
  findRoomForChange,
  listRoomHeads,
  listReadingRows,
  listRoomsBySlug,
  listStandings,
  type ReadingRow,
  type RoomHead,
  type RoomQuestion,
  type RoomRow,
} from "./rooms.queries.ts";
import { isInRoom, mayReadRoom, maySeeRoom, type RoomStanding } from "./rooms.rules.ts";

export type { ReadingRow } from "./rooms.queries.ts";

/** A room that the caller sees, by address in the active workspace; else ROOM_NOT_FOUND, as if it did not exist. */
export async function requireVisibleRoom(db: Db, actor: Actor, slug: string): Promise<RoomRow> {
  return opened(db, judgeVisible(await findRoomBySlug(db, actor, slug)));
}

async function opened(db: Db, room: RoomRow): Promise<RoomRow> {
  await noteOpened(db, room);
  return room;
}

/** An address by which somebody from outside has opened a room leads there for ever (rules-rooms 10). */
export async function noteOpened(
  db: Db,
  room: Pick<RoomRow, "id" | "slug" | "freshSlugSince" | "accessStatus">,
): Promise<void> {
  if (room.freshSlugSince !== null && room.accessStatus !== "ACCEPTED")
    await updateOpened(db, room);
}

function judgeVisible<R extends RoomStanding>(room: R | undefined): R {
  if (!room || !maySeeRoom(room)) throw new AppError("ROOM_NOT_FOUND");
  return room;
}

function judgeReadable<R extends RoomStanding>(found: R | undefined): R {
  const room = judgeVisible(found);
  if (!mayReadRoom(room)) throw new AppError("NOT_A_PARTICIPANT");
  return room;
}

/** A room whose messages the caller may read now; seen but not readable is NOT_A_PARTICIPANT. */
export async function requireReadableRoom(db: Db, actor: Actor, slug: string): Promise<RoomRow> {
  return opened(db, judgeReadable(await findRoomBySlug(db, actor, slug)));
}

/** The same door for requests that come by the thousand: those that arrive together are judged by one statement. */
export interface RoomDoors {
  /** As requireReadableRoom; all that it returns is of one snapshot, taken after the call. */
  requireReadableRoom(actor: Actor, slug: string): Promise<RoomHead>;
  /** The same, undefined where there is no such room or it may not be read. */
  findReadableRoom(actor: Actor, slug: string): Promise<RoomHead | undefined>;
}

/** Every answer is read after it was asked for, so a right that was taken away a moment ago is gone. */
export function createRoomDoors(pool: Pool): RoomDoors {
  const heads = createLookup((questions: readonly RoomQuestion[]) =>
    listRoomHeads(pool, questions),
  );
  return {
    async requireReadableRoom(reader, slug) {
      return judgeReadable(await heads.find({ reader, slug }));
    },
    async findReadableRoom(reader, slug) {
      const room = await heads.find({ reader, slug });
      return room && mayReadRoom(room) ? room : undefined;
    },
  };
}

/** A room that the caller is in; a room that is only visible is SUBSCRIPTION_NOT_FOUND. */
export async function requireSubscribedRoom(db: Db, actor: Actor, slug: string): Promise<RoomRow> {
  const room = await requireVisibleRoom(db, actor, slug);
  if (!isInRoom(room)) throw new AppError("SUBSCRIPTION_NOT_FOUND");
  return room;
}

/** A room that the caller is in; a room that is only visible is NOT_A_PARTICIPANT. */
export async function requireOwnPlace(db: Db, actor: Actor, slug: string): Promise<OwnPlace> {
  return judgeOwn(await requireVisibleRoom(db, actor, slug));
}

function judgeOwn<R extends RoomRow>(room: R): OwnPlace & R {
  const { accessLevel } = room;
  if (!isInRoom(room) || accessLevel === null) throw new AppError("NOT_A_PARTICIPANT");
  return { ...room, accessLevel };
}

/** All of these rooms, readable, each once, in the order asked for; one that is not makes ROOMS_NOT_FOUND of the whole. */
export async function requireReadableRooms(
  db: Db,
  actor: Actor,
  slugs: readonly string[],
): Promise<RoomRow[]> {
  const rooms = await listRoomsBySlug(db, actor, slugs);
  const readable = new Map(rooms.filter(mayReadRoom).map((room) => [room.askedAs, room]));
  if (slugs.some((slug) => !readable.has(slug))) throw new AppError("ROOMS_NOT_FOUND");
  for (const room of readable.values()) await noteOpened(db, room);
  // One room may be asked for by several addresses.
  return [...new Map([...readable.values()].map((room) => [room.id, room])).values()];
}

/** All rooms of the active workspace that the caller may read now: those that they are in, with `isOpen` PUBLIC ones as well. */
export async function listReadableRooms(
  db: Db,
  actor: Actor,
  isOpen: boolean,
): Promise<ReadingRow[]> {
  return (await listReadingRows(db, actor, isOpen)).filter(mayReadRoom);
}

/** Those of these people who may not read the room beside them now; one question for all of them. */
export async function listUnreadable<
  P extends { readonly roomId: RoomId; readonly userId: UserId },
>(db: Db, pairs: readonly P[]): Promise<P[]> {
  if (pairs.length === 0) return [];
  const standings = await listStandings(db, pairs);
  const readable = new Set(
    standings.filter(mayReadRoom).map(({ roomId, userId }) => `${roomId} ${userId}`),
  );
  return pairs.filter(({ roomId, userId }) => !readable.has(`${roomId} ${userId}`));
}

/**
 * The room with its lock held until the transaction ends, and the person's place in it as it is after the lock, whatever it is: the
 * caller judges. ROOM_NOT_FOUND where there is no such room.
 */
export async function requireLockedRoom(tx: Tx, userId: UserId, roomId: RoomId): Promise<RoomRow> {
  const room = await findRoomForChange(tx, userId, roomId);
  if (!room) throw new AppError("ROOM_NOT_FOUND");
  return room;
}

/** A room that the caller is in: the place is there and has a level. */
export type OwnPlace = RoomRow & { readonly accessLevel: NonNullable<RoomRow["accessLevel"]> };

/** The room with its lock held, and the caller in it; a room that is only visible is NOT_A_PARTICIPANT. */
export async function requireOwnPlaceForChange(
  tx: Tx,
  actor: Actor,
  roomId: RoomId,
): Promise<OwnPlace> {
  const room = await requireLockedRoom(tx, actor.userId, roomId);
  if (!maySeeRoom(room)) throw new AppError("ROOM_NOT_FOUND");
  return judgeOwn(room);
}

/** What somebody must be allowed in a room, and which rooms have such a thing. */
interface Managing {
  readonly needs: ParticipantPermission;
  readonly types: readonly RoomType[];
}

/**
 * The same with the right to change the room itself; NOT_A_PARTICIPANT or ACCESS_LEVEL_TOO_LOW. A room that has no such thing as what
 * is to be changed is ROOM_TYPE_NOT_SUPPORTED.
 */
export async function requireManagedRoomForChange(
  tx: Tx,
  actor: Actor,
  roomId: RoomId,
  managing: Managing,
): Promise<OwnPlace> {
  return judgeManaged(await requireOwnPlaceForChange(tx, actor, roomId), managing);
}

/** The same of a room that is only looked at: nobody waits for it. */
export async function requireManagedRoom(
  db: Db,
  actor: Actor,
  slug: string,
  managing: Managing,
): Promise<OwnPlace> {
  return judgeManaged(await requireOwnPlace(db, actor, slug), managing);
}

function judgeManaged(room: OwnPlace, { needs, types }: Managing): OwnPlace {
  if (!hasPermission(room.accessLevel, needs)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  if (!types.includes(room.roomType))
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  return room;
}

/** General stays what it is: ROOM_IS_GENERAL (rules-rooms 12). */
export function requireNotGeneral({ isGeneral }: Pick<RoomRow, "isGeneral">): void {
  if (isGeneral) throw new AppError("ROOM_IS_GENERAL");
}

/** A room in which somebody hears what the caller writes: a direct one that is cut is DM_NOT_POSSIBLE (rules-rooms 29). */
export function requireReach({ isCut, slug }: Pick<RoomRow, "isCut" | "slug">): void {
  if (isCut) throw new AppError("DM_NOT_POSSIBLE", { sessionRoomSlug: slug });
}

/** A room that is not archived; else ROOM_ARCHIVED. */
export function requireActive({ status }: Pick<RoomRow, "status">): void {
  if (status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
}
