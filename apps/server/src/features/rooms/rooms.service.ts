import {
  GENERAL_ROOM_SLUG,
  OWNERS_NAMED,
  ROOM_DELETE_GRACE_DAYS,
  type ReplyOf,
  type RoomAccessType,
  type RoomId,
  type ChosenRoomSettings,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Config } from "#server/config.ts";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { countOnline } from "#server/features/presence/presence.service.ts";
import { mayHaveGuests, readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { toPage } from "#server/platform/http/page.ts";
import { randomText, toSlugs } from "./addresses.service.ts";
import {
  insertConversation as insertConversationRow,
  insertRoom,
  listEnded,
  type NewConversation,
} from "./lifecycle.queries.ts";
import { requireOwnPlace, requireVisibleRoom } from "./rooms.access.ts";
import {
  countRoomsCreatedSince,
  findRoomBySlug,
  findRoomAddress,
  isReachable,
  countPins,
  listOwnerNames,
  listRoomsBySlug,
  listVisibleChannels,
  type FoundRoom,
  type Reader,
  type RoomListing,
  type RoomRow,
} from "./rooms.queries.ts";
import { isInRoom, maySeeRoom, toTitle } from "./rooms.rules.ts";
import { toRoomCard, toRoomSettingsView } from "./rooms.view.ts";

export {
  deleteRoom as purgeRoom,
  hasDeleted,
  updateDeletion,
  updatePurged as notePurged,
  updateRoom,
  type ChangeableRoom,
} from "./lifecycle.queries.ts";
export {
  isCommon as isCommonRoom,
  listHeads as readHeads,
  listRoomIds as listRoomsIn,
  lockCreations,
  lockRoom,
  updateInactive as closeRoom,
  updateMemberCount as countParticipant,
  type FoundRoom,
  type RoomRow,
} from "./rooms.queries.ts";
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

const DAY_MS = 24 * 60 * 60_000;

/** The card of a room that the caller sees; else ROOM_NOT_FOUND. Who is in it also learns who owns it (rules-rooms 11). */
export async function getRoomCard(db: Db, actor: Actor, slug: string): Promise<ReplyOf<"getRoom">> {
  const room = await requireVisibleRoom(db, actor, slug);
  const card = toRoomCard(room);
  if (!isInRoom(room)) return card;
  const ownerNames = await listOwnerNames(db, room.id, OWNERS_NAMED);
  return { ...card, ownerNames, pinCount: await countPins(db, room.id) };
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

/** Whether the caller sees a room of this address. */
export async function hasRoom(db: Db, actor: Actor, slug: string): Promise<ReplyOf<"findRoom">> {
  const room = await findRoomBySlug(db, actor, slug);
  return { exists: room !== undefined && maySeeRoom(room) };
}

/** What the room has chosen, and what the caller may do in it; for its participants. */
export async function getRoomSettings(
  { db, ...config }: Pick<Config, "guestLinks"> & { readonly db: Db },
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"getRoomSettings">> {
  const room = await requireOwnPlace(db, actor, slug);
  const { messageRetentionDays, fileRetentionDays } = await readSettings(db, actor.workspaceId);
  return toRoomSettingsView(room, {
    workspaceAllowsGuests: await mayHaveGuests(db, actor, config),
    workspaceRetentionDays: messageRetentionDays,
    workspaceFileRetentionDays: fileRetentionDays,
  });
}

/** Numbers about a room, for its participants; FORBIDDEN for whoever only sees it. */
export async function getRoomStats(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"getRoomStats">> {
  const room = await requireVisibleRoom(db, actor, slug);
  if (!isInRoom(room)) throw new AppError("FORBIDDEN");
  return {
    messageCount: room.lastMsgNo,
    participantCount: room.memberCount,
    onlineCount: await countOnline(db, room.id, clock.now()),
    lastActivityAt: room.lastActivityAt.toISOString(),
    createdAt: room.createdAt.toISOString(),
  };
}

/** Answers as long as the database does. */
export async function getChatHealth(db: Db): Promise<ReplyOf<"getChatHealth">> {
  if (!(await isReachable(db))) throw new AppError("DB_UNAVAILABLE");
  return { status: "ok" };
}

/** A room of the workspace by address, whoever may see it; callers decide what that means. */
export function findRoom(db: Db, actor: Reader, slug: string): Promise<FoundRoom | undefined> {
  return findRoomBySlug(db, actor, slug);
}

/** The same for many addresses at once; those that lead nowhere are left out. */
export function findRooms(db: Db, actor: Reader, slugs: readonly string[]): Promise<FoundRoom[]> {
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

/** What ended until then cannot come back. */
export function toEnd(now: Date): Date {
  return new Date(now.getTime() - ROOM_DELETE_GRACE_DAYS * DAY_MS);
}

/** Rooms that are deleted, or empty, for so long that they are to be purged (rules-rooms 27, 35). */
export function listDueRooms(db: Db, now: Date): Promise<RoomId[]> {
  return listEnded(db, toEnd(now));
}

/**
 * Rooms that the person created in the 24 hours before this moment (ROOMS_CREATED_DAY). The number holds until the end of the
 * transaction: it takes the lock of this person's creations, before any lock of a room.
 */
export function countCreatedRooms(tx: Tx, userId: UserId, now: Date): Promise<number> {
  return countRoomsCreatedSince(tx, userId, new Date(now.getTime() - DAY_MS));
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

/** Makes a room for certain people; undefined, and nothing is written, where these have one. Of two at once one makes it. */
export async function insertConversation(
  tx: Tx,
  room: Omit<NewConversation, "slug">,
): Promise<Pick<RoomRow, "id" | "slug"> | undefined> {
  const slug = `${room.roomType}-${randomText(12)}`;
  const id = await insertConversationRow(tx, { ...room, slug });
  return id && { id, slug };
}
