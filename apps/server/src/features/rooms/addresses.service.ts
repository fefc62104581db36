import {
  PERSON_MOVES_DAY,
  ROOM_MOVES_DAY,
  ROOM_SLUG_MAX,
  ROOMS_CREATED_DAY,
  SLUG_FRESH_MINUTES,
  toRoomSlug,
  type UserId,
} from "@colbin/protocol";
import { randomInt } from "node:crypto";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import {
  countMoves,
  deleteFormerSlug,
  hasOthers,
  insertFormerSlug,
  insertMove,
  isTaken,
  lockSlug,
  updateFreshSlug,
} from "./addresses.queries.ts";
import { countRoomsCreatedSince, type RoomRow } from "./rooms.queries.ts";
import { isReservedSlug } from "./rooms.rules.ts";

/* Which address a room gets, and where a former one leads. */

/** Addresses for a room of this name, one after the other until one is free. */
export function* toSlugs(name: string): Generator<string> {
  const base = toRoomSlug(name) || `room-${randomText(8)}`;
  if (!isReservedSlug(base)) yield base;
  for (;;) yield withSuffix(base);
}

function withSuffix(base: string): string {
  return `${base.slice(0, ROOM_SLUG_MAX - 5).replace(/-+$/, "")}-${randomText(4)}`;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Letters and digits that nobody guesses. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Who moves a room, and when; made before the lock of the room. */
export interface Mover {
  readonly userId: UserId;
  readonly now: Date;
  /** Addresses that they have learned something about today: whether it was to be had tells of rooms that they do not see. */
  readonly tried: number;
}

/** Somebody who may move a room. The number holds until the end of the transaction; the caller has no lock of a room. */
export async function openMover(tx: Tx, userId: UserId, now: Date): Promise<Mover> {
  const since = new Date(now.getTime() - DAY_MS);
  return { userId, now, tried: await countRoomsCreatedSince(tx, userId, since) };
}

/**
 * Gives a room the address made of this text, or another one where that is taken or reserved (rules-rooms 9, 10); the one that it has
 * goes on leading to it, unless nobody can miss it. The caller holds the room's lock, and writes the new one. So many a day of a room
 * and of a person: ROOM_MOVE_LIMIT_REACHED, before anything is told of the address.
 */
export async function moveTo(
  tx: Tx,
  room: RoomRow,
  wanted: string,
  { userId, now, tried }: Mover,
): Promise<string> {
  const { id: roomId, workspaceId } = room;
  const since = new Date(now.getTime() - DAY_MS);
  const { byPerson, ofRoom } = await countMoves(tx, { userId, roomId }, since);
  if (byPerson >= PERSON_MOVES_DAY || ofRoom >= ROOM_MOVES_DAY || tried >= ROOMS_CREATED_DAY)
    throw new AppError("ROOM_MOVE_LIMIT_REACHED");
  const slug = await takeSlug(tx, room, wanted);
  const named = toRoomSlug(wanted);
  const isElsewhere = named !== "" && slug !== named;
  await insertMove(tx, { userId, roomId, at: now, isElsewhere }, since);
  const wasOwn = await deleteFormerSlug(tx, { workspaceId, slug });
  if (await isMissed(tx, room, { userId, now })) await insertFormerSlug(tx, room);
  await updateFreshSlug(tx, roomId, wasOwn ? null : now);
  return slug;
}

/** The first of the addresses made of this text that no other room has or had; held until the transaction ends. */
async function takeSlug(tx: Tx, room: RoomRow, wanted: string): Promise<string> {
  const { workspaceId } = room;
  for (const slug of toSlugs(wanted)) {
    for (const each of [room.slug, slug].toSorted()) await lockSlug(tx, workspaceId, each);
    if (!(await isTaken(tx, { workspaceId, slug }, room.id))) return slug;
  }
  throw new Error("There is always another address");
}

/** Is there somebody else who may know the address that a room has: it held for a while, was opened, or others are or were in the room? */
async function isMissed(
  tx: Tx,
  { id, freshSlugSince: since }: RoomRow,
  { userId, now }: Pick<Mover, "userId" | "now">,
): Promise<boolean> {
  if (since === null || now.getTime() - since.getTime() >= SLUG_FRESH_MINUTES * MINUTE_MS)
    return true;
  return hasOthers(tx, id, userId);
}
