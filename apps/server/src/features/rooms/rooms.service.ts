import {
  GENERAL_ROOM_SLUG,
  OWNERS_NAMED,
  ROOM_SLUG_MAX,
  type ReplyOf,
  type RoomAccessType,
  type RoomId,
  type ChosenRoomSettings,
  type UserId,
  type WorkspaceId,
  toRoomSlug,
} from "@colbin/protocol";
import { randomInt } from "node:crypto";
import { recordAct } from "#server/features/audit/audit.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { requireVisibleRoom } from "./rooms.access.ts";
import {
  countRoomsCreatedSince,
  deleteRoom,
  findRoomBySlug,
  findRoomAddress,
  insertRoom,
  isCommon,
  listHeads,
  listRoomIds,
  listRoomsBySlug,
  listVisibleChannels,
  updateInactive,
  updateMemberCount,
  type FoundRoom,
  type Reader,
  type RoomListing,
  type RoomRow,
} from "./rooms.queries.ts";
import { listOwnerNames } from "./reading.queries.ts";
import { isInRoom, isReservedSlug, maySeeRoom, toTitle } from "./rooms.rules.ts";
import { toRoomCard } from "./rooms.view.ts";

export type { FoundRoom, RoomRow } from "./rooms.queries.ts";
export {
  isFullMember,
  isInRoom,
  joinLevel,
  judgeEntry,
  mayBringInto,
  mayReadRoom,
  maySeeRoom,
  mayTypeInRoom,
  toTitle,
} from "./rooms.rules.ts";
export { toRoomCard } from "./rooms.view.ts";

/** The card of a room that the caller sees; else ROOM_NOT_FOUND. Who is in it also learns who owns it (rules-rooms 11). */
export async function getRoomCard(db: Db, actor: Actor, slug: string): Promise<ReplyOf<"getRoom">> {
  const room = await requireVisibleRoom(db, actor, slug);
  const card = toRoomCard(room);
  if (!isInRoom(room)) return card;
  return { ...card, ownerNames: await listOwnerNames(db, room.id, OWNERS_NAMED) };
}

/** Channels that the caller sees in the active workspace, by page. */
export async function listRoomCards(
  db: Db,
  actor: Reader,
  listing: RoomListing,
): Promise<ReplyOf<"listRooms">> {
  const { rooms, total } = await listVisibleChannels(db, actor, listing);
  return toPage(rooms.map(toRoomCard), listing, total);
}

/** A room of the workspace by address, whoever may see it; callers decide what that means. */
export function findRoom(db: Db, actor: Actor, slug: string): Promise<FoundRoom | undefined> {
  return findRoomBySlug(db, actor, slug);
}

/** The same for many addresses at once; those that lead nowhere are left out. */
export function findRooms(db: Db, actor: Actor, slugs: readonly string[]): Promise<FoundRoom[]> {
  return listRoomsBySlug(db, actor, slugs);
}

/** Address and workspace of a room that exists: for what was written about it before. */
export async function getRoomAddress(
  db: Db,
  roomId: RoomId,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId">> {
  const room = await findRoomAddress(db, roomId);
  if (!room) throw new Error("A room with a log has a row");
  return room;
}

/** Counts a participant in or out and returns the new count; the caller holds the room's lock. */
export function countParticipant(tx: Tx, roomId: RoomId, change: 1 | -1): Promise<number> {
  return updateMemberCount(tx, roomId, change);
}

/** Closes a room that its last participant has left; the caller holds its lock. */
export function closeRoom(tx: Tx, roomId: RoomId): Promise<void> {
  return updateInactive(tx, roomId);
}

/** Does everybody come into the room who joins the workspace (rules-rooms 12)? */
export function isCommonRoom(db: Db, room: Pick<RoomRow, "id" | "workspaceId">): Promise<boolean> {
  return isCommon(db, room);
}

/** All rooms of a workspace, whoever may see them. */
export function listRoomsIn(db: Db, workspaceId: WorkspaceId): Promise<RoomId[]> {
  return listRoomIds(db, workspaceId);
}

/** The end of a room that nobody may see any more, and whose log is purged. */
export function purgeRoom(db: Db, id: RoomId): Promise<void> {
  return deleteRoom(db, id);
}

/**
 * Rooms that the person created in the 24 hours before this moment (ROOMS_CREATED_DAY). The number holds until the end of the
 * transaction: it takes the lock of this person's creations, before any lock of a room.
 */
export function countCreatedRooms(tx: Tx, userId: UserId, now: Date): Promise<number> {
  return countRoomsCreatedSince(tx, userId, new Date(now.getTime() - 24 * 60 * 60_000));
}

/** Heads of many rooms at once, by primary key: what the sweep compares with what was delivered. */
export function readHeads(db: Db, roomIds: readonly RoomId[]): Promise<Map<RoomId, number>> {
  return listHeads(db, roomIds);
}

/** What a new channel is beside its address. */
export interface NewChannel {
  readonly title: string;
  readonly description?: string | null;
  readonly accessType: RoomAccessType;
  readonly settings?: ChosenRoomSettings;
}

/**
 * Makes a PUBLIC channel under the address made of its name, which must have a title (toTitle). Undefined, and nothing is written,
 * where somebody made a room of this name just now and the caller sees it.
 */
export function insertChannel(
  tx: Tx,
  actor: Actor,
  name: string,
  now: Date,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId"> | undefined> {
  const channel = { title: toTitle(name), accessType: "PUBLIC" } as const;
  return insertUnder(tx, actor, { ...channel, name, now, stopsAt: maySeeRoom });
}

/** Makes a channel under an address made of this name, and another one where that is taken. */
export async function insertOwnChannel(
  tx: Tx,
  actor: Actor,
  channel: NewChannel & { readonly name: string; readonly now: Date },
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId">> {
  const made = await insertUnder(tx, actor, { ...channel, stopsAt: () => false });
  if (!made) throw new Error("An address that is taken is followed by another one");
  return made;
}

/**
 * A taken or reserved address gets four random characters, never an error, so that a clash does not tell whether a hidden room exists
 * (rules-rooms 9).
 */
async function insertUnder(
  tx: Tx,
  actor: Actor,
  {
    name,
    now,
    stopsAt,
    ...channel
  }: NewChannel & {
    readonly name: string;
    readonly now: Date;
    /** Undefined is answered where such a room has the address. */
    readonly stopsAt: (holder: RoomRow) => boolean;
  },
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId"> | undefined> {
  const { workspaceId, userId: createdBy } = actor;
  const as = { workspaceId, createdBy, createdAt: now, roomType: "channel" } as const;
  for (const slug of toSlugs(name)) {
    const id = await insertRoom(tx, { ...channel, ...as, slug });
    if (id) {
      const target = { type: "room", id } as const;
      await recordAct(tx, actor, { at: now, kind: "room created", workspaceId, target });
      return { id, slug, workspaceId };
    }
    const holder = await findRoomBySlug(tx, actor, slug);
    if (holder && stopsAt(holder)) return undefined;
  }
  throw new Error("There is always another address");
}

/** Addresses for a room of this name, one after the other until one is free. */
export function* toSlugs(name: string): Generator<string> {
  const base = toRoomSlug(name) || `room-${randomText(8)}`;
  if (!isReservedSlug(base)) yield base;
  for (;;) yield withSuffix(base);
}

/** The room that every organization has from the start (rules-rooms 12). */
export async function insertGeneral(
  tx: Tx,
  workspaceId: WorkspaceId,
  createdBy: UserId,
  now: Date,
): Promise<Pick<RoomRow, "id" | "slug" | "workspaceId" | "isGeneral" | "settings">> {
  const slug = GENERAL_ROOM_SLUG;
  const room = {
    workspaceId,
    slug,
    title: slug,
    roomType: "channel",
    accessType: "PUBLIC",
  } as const;
  const id = await insertRoom(tx, { ...room, createdBy, createdAt: now, isGeneral: true });
  if (!id) throw new Error("A new workspace has no rooms");
  return { id, slug, workspaceId, isGeneral: true, settings: {} };
}

function withSuffix(base: string): string {
  return `${base.slice(0, ROOM_SLUG_MAX - 5).replace(/-+$/, "")}-${randomText(4)}`;
}

const alphabet = "abcdefghijklmnopqrstuvwxyz0123456789";

/** Letters and digits that nobody guesses. */
export function randomText(length: number): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}
