import {
  ACCESS_REQUEST_DAYS,
  ACCESS_REQUEST_REASK_HOURS,
  ACCESS_REQUESTS_MAX,
  hasPermission,
  levelsGiven,
  parseInput,
  userId as userIdShape,
  type AccessEntry,
  type AccessRequestType,
  type InputOf,
  type JoinMethod,
  type ParticipantAccessLevel,
  type ParticipantAccessStatus,
  type ReplyOf,
} from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import {
  requireLockedRoom,
  requireOwnPlace,
  requireVisibleRoom,
} from "#server/features/rooms/rooms.access.ts";
import {
  isFullMember,
  isInRoom,
  joinLevel,
  maySeeRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { toPage } from "#server/platform/http/page.ts";
import { acceptInvitation } from "./invites.service.ts";
import { listLeaders } from "./listing.queries.ts";
import { isBelow } from "./participants.rules.ts";
import {
  addParticipant,
  readEntry,
  tellAccess,
  toRoomFacts,
  type AccessDeps,
} from "./participants.service.ts";
import { toAccessRequest } from "./participants.view.ts";
import { findOffer, listMembers, upsertWaiting } from "./places.queries.ts";
import {
  countOpenRequests,
  findLastRefusal,
  findOpenRequest,
  insertRequest,
  listRequests,
} from "./requests.queries.ts";

const HOUR_MS = 60 * 60_000;

/** What somebody wants who comes, or is in and wants more. */
export interface Wish {
  readonly accessLevel: ParticipantAccessLevel;
  readonly message: string;
  readonly joinMethod: JoinMethod;
}

/** What came of it. */
export interface Asked {
  readonly accessStatus: ParticipantAccessStatus;
  readonly seq?: number;
  /** Of a request that was made just now. */
  readonly requestId?: string;
}

/**
 * Joins a PUBLIC room, accepts an invitation, or asks those who lead the room, as the table of rules-rooms 14 says. The same again
 * changes nothing.
 */
export async function requestAccess(
  deps: AccessDeps,
  actor: Actor,
  slug: string,
  { accessLevel, message, invitedBy }: InputOf<"requestAccess">["body"],
): Promise<AccessEntry> {
  const seen = await requireVisibleRoom(deps.db, actor, slug);
  const joinMethod = await readJoinMethod(deps, actor, invitedBy);
  const wish = { accessLevel, message, joinMethod };
  const asked = await ask(deps, actor, seen, wish);
  if (asked.seq !== undefined) await deps.pushRooms(actor, [seen.id]);
  return readEntry(deps.db, { roomId: seen.id, userId: actor.userId }, asked.seq);
}

/** Whose link somebody says it was: of a person of the workspace it was shared (rules-rooms 17). */
async function readJoinMethod(
  { db }: AccessDeps,
  { userId, workspaceId }: Actor,
  invitedBy = "",
): Promise<JoinMethod> {
  const inviter = parseInput(userIdShape, invitedBy.toLowerCase());
  if (!inviter.ok || inviter.data === userId) return "DIRECT";
  const [member] = await listMembers(db, workspaceId, [inviter.data]);
  return member === undefined ? "DIRECT" : "SHARED_LINK";
}

/** The same of a room that the caller saw a moment ago, for who tells the caller's sockets themself. */
export async function ask(
  deps: AccessDeps,
  actor: Actor,
  seen: RoomRow,
  wish: Wish,
): Promise<Asked> {
  const { asked, room } = await deps.changes.run(async (change) => {
    // Whoever joins an open room asks for nothing.
    const isOpen = seen.accessType === "PUBLIC" && !seen.isOutsideDomain && !isInRoom(seen);
    const open = isOpen ? 0 : await countOpenRequests(change.tx, actor.userId);
    const row = await requireLockedRoom(change.tx, actor.userId, seen.id);
    const asker = { deps, change, actor, room: row };
    return { asked: await askIn(asker, { ...wish, open }), room: row };
  });
  const wasWaiting = room.accessStatus === "INVITED" || room.accessStatus === "PENDING";
  const isNews = asked.requestId !== undefined || (wasWaiting && asked.seq !== undefined);
  if (isNews) await tellAccess(deps, room, actor.userId, asked.requestId);
  return asked;
}

/** Somebody and a room whose lock is held. */
interface Asker {
  readonly deps: AccessDeps;
  readonly change: Change;
  readonly actor: Actor;
  readonly room: RoomRow;
}

interface Counted extends Wish {
  /** Requests of the person that are open. */
  readonly open: number;
}

async function askIn(asker: Asker, wish: Counted): Promise<Asked> {
  const { change, actor, room } = asker;
  if (!maySeeRoom(room)) throw new AppError("ROOM_NOT_FOUND");
  if (isInRoom(room)) return askForMore(asker, wish);
  if (room.isBanned) throw new AppError("ROOM_BANNED");
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  if (room.accessStatus === "INVITED") {
    const seq = await acceptInvitation(asker.deps, change, actor, room);
    return { accessStatus: "ACCEPTED", seq };
  }
  if (!isFullMember(room)) throw new AppError("ROOM_NOT_FOUND");
  if (room.accessType !== "PUBLIC" || room.isOutsideDomain) return askToJoin(asker, wish);
  // Each coming leaves a line in the room.
  asker.deps.requireWithin("join", actor);
  const level = levelOf(room, actor, wish.accessLevel);
  const as = { level, joinMethod: wish.joinMethod };
  return { accessStatus: "ACCEPTED", seq: await addParticipant(change, actor, room, as) };
}

/** At most WRITE; those who lead an organization lead its rooms, and in general the level follows the role (rules-rooms 12, 14). */
function levelOf(
  room: RoomRow,
  { accountType }: Pick<Actor, "accountType">,
  asked: ParticipantAccessLevel,
): ParticipantAccessLevel {
  const usual = joinLevel(room, accountType);
  if (room.isGeneral || usual !== "WRITE") return usual;
  return isBelow({ accessLevel: asked }, { accessLevel: "WRITE" }) ? asked : "WRITE";
}

async function askToJoin(asker: Asker, wish: Counted): Promise<Asked> {
  const { deps, change, actor, room } = asker;
  const { tx } = change;
  const place = { roomId: room.id, userId: actor.userId };
  const now = deps.clock.now();
  if (await findOpenRequest(tx, place)) return { accessStatus: "PENDING" };
  if (room.accessStatus === "REJECTED")
    requireOver((await findOffer(tx, place))?.statusAt ?? undefined, now);
  const accessLevel = isBelow(wish, { accessLevel: "WRITE" }) ? wish.accessLevel : "WRITE";
  const waiting = { accessStatus: "PENDING", accessLevel, invitedBy: null } as const;
  requireFew(wish);
  await upsertWaiting(tx, place, { ...waiting, joinMethod: wish.joinMethod }, now);
  const type = room.isOutsideDomain ? "DOMAIN_EXCEPTION" : "JOIN_ROOM";
  const requestId = await insert(asker, { ...wish, accessLevel, type });
  return { accessStatus: "PENDING", requestId };
}

/** A participant stays in meanwhile. The same level or less is nothing to ask for. */
async function askForMore(asker: Asker, wish: Counted): Promise<Asked> {
  const { deps, change, actor, room } = asker;
  const { accessLevel } = room;
  const asked: Asked = { accessStatus: "ACCEPTED" };
  if (accessLevel === null || !isBelow({ accessLevel }, wish)) return asked;
  if (!levelsAskedFor.includes(wish.accessLevel)) throw new AppError("ACCESS_LEVEL_NOT_ALLOWED");
  if (room.roomType !== "channel")
    throw new AppError("ROOM_TYPE_NOT_SUPPORTED", { roomType: room.roomType });
  if (room.isGeneral) throw new AppError("ROOM_IS_GENERAL");
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  const place = { roomId: room.id, userId: actor.userId };
  if (await findOpenRequest(change.tx, place)) return asked;
  requireOver(await findLastRefusal(change.tx, place), deps.clock.now());
  requireFew(wish);
  const more = { ...wish, type: "UPGRADE_ACCESS" } as const;
  return { ...asked, requestId: await insert(asker, more) };
}

const levelsAskedFor: readonly ParticipantAccessLevel[] = ["ADMIN", ...levelsGiven.ADMIN];

function requireOver(refusedAt: Date | undefined, now: Date): void {
  const retryAfterMs = (endOfRefusal(refusedAt)?.getTime() ?? 0) - now.getTime();
  if (retryAfterMs > 0)
    throw new AppError("ACCESS_REQUEST_TOO_SOON", {
      retryAfterMs,
      hours: Math.ceil(retryAfterMs / HOUR_MS),
    });
}

/** From then on somebody may ask again whom this was answered to (rules-rooms 14). */
export function endOfRefusal(refusedAt: Date | undefined): Date | undefined {
  return refusedAt && new Date(refusedAt.getTime() + ACCESS_REQUEST_REASK_HOURS * HOUR_MS);
}

function requireFew({ open }: Counted): void {
  if (open >= ACCESS_REQUESTS_MAX)
    throw new AppError("ACCESS_REQUEST_LIMIT_REACHED", { max: ACCESS_REQUESTS_MAX });
}

type Request = Pick<Wish, "accessLevel" | "message"> & { readonly type: AccessRequestType };

/** Those who lead the room are told. */
async function insert(
  { deps, change: { tx }, actor: { userId }, room }: Asker,
  { type, accessLevel, message }: Request,
): Promise<string> {
  const createdAt = deps.clock.now();
  const expiresAt = new Date(createdAt.getTime() + ACCESS_REQUEST_DAYS * 24 * HOUR_MS);
  const made = { roomId: room.id, userId, type, accessLevel, message, createdAt, expiresAt };
  const requestId = await insertRequest(tx, made);
  const facts = { ...toRoomFacts(room, accessLevel), requestId, requestType: type };
  for (const leader of await listLeaders(tx, room.id)) {
    const event = { type: "ACCESS_REQUEST", userId: leader, actorId: userId } as const;
    await notify(tx, deps, { ...event, facts, cause: `${requestId} ${leader}` });
  }
  return requestId;
}

/** What people ask in a room, by page, for its OWNERs and ADMINs. */
export async function listAccessRequests(
  { db }: Pick<AccessDeps, "db">,
  actor: Actor,
  slug: string,
  listing: InputOf<"listAccessRequests">["query"],
): Promise<ReplyOf<"listAccessRequests">> {
  const { id, accessLevel } = await requireOwnPlace(db, actor, slug);
  if (!hasPermission(accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  const { rows, total } = await listRequests(db, id, listing);
  return toPage(rows.map(toAccessRequest), listing, total);
}
