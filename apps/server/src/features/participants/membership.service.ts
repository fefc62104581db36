import {
  accessErrors,
  ROOMS_CREATED_DAY,
  type CreateOrJoinOutcome,
  type Entry,
  type ErrorCode,
  type InvitationType,
  type ReplyOf,
  type RoomId,
  type UserId,
  toRoomSlug,
} from "@colbin/protocol";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import { noteOpened, requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import {
  countCreatedRooms,
  findRoom,
  findRooms,
  insertChannel,
  isFullMember,
  isInRoom,
  joinLevel,
  judgeEntry,
  mayBringInto,
  maySeeRoom,
  toTitle,
} from "#server/features/rooms/rooms.service.ts";
import type { Change } from "#server/features/log/log.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import {
  addParticipant,
  setHidden,
  type AccessDeps,
  type ParticipantDeps,
} from "./participants.service.ts";
import { toAccessRequest, toEntry } from "./participants.view.ts";
import { findOffer } from "./places.queries.ts";
import { findOpenRequest } from "./requests.queries.ts";
import { ask, endOfRefusal } from "./requests.service.ts";

/** One look more than somebody else can have been faster. */
const TRIES_MAX = 3;

interface Result {
  readonly requested: string;
  readonly roomSlug: string | null;
  readonly outcome: CreateOrJoinOutcome;
  readonly code?: ErrorCode;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly seq?: number;
  /** Where the person is now. */
  readonly roomId?: RoomId;
}

/**
 * Joins each PUBLIC room of these addresses, asks to come into a PROTECTED one, accepts where the caller is invited, or creates a PUBLIC
 * channel where the caller sees none (rules-rooms 18). Repeating it changes nothing more. One refusal does not stop the rest.
 */
export async function createOrJoin(
  deps: AccessDeps,
  actor: Actor,
  requested: readonly string[],
): Promise<ReplyOf<"createOrJoinRooms">> {
  const results: Result[] = [];
  for (const name of new Set(requested)) results.push(await createOrJoinOne(deps, actor, name));
  await deps.pushRooms(
    actor,
    results.flatMap(({ roomId }) => roomId ?? []),
  );
  return { results: results.map(toResult) };
}

/** A refusal is told as every other one is (errors.md 1). */
function toResult({
  roomId: _roomId,
  roomSlug: sessionRoomSlug,
  code,
  details,
  ...rest
}: Result): ReplyOf<"createOrJoinRooms">["results"][number] {
  const result = { ...rest, sessionRoomSlug };
  if (code === undefined) return result;
  const { message, status } = new AppError(code, details);
  return { ...result, code, message, status, details: { ...details } };
}

/** Rooms that an invitation names, who made it, and how it reached the person. */
interface Invited {
  readonly type: InvitationType;
  readonly roomIds: readonly RoomId[];
  readonly invitedBy: UserId;
}

/**
 * Whoever joins an organization comes into its general and the other rooms that it has chosen for that, as long as they are PUBLIC,
 * with the level of their role; guests do not (autoJoinRooms: rules-identity 57, rules-rooms 12). And into those that they are
 * invited to, where the inviter may still bring people (rules-identity 71).
 */
export async function joinFirstRooms(
  change: Change,
  actor: Actor,
  invited?: Invited,
): Promise<void> {
  const { tx } = change;
  const joinMethod = invited?.type === "LINK" ? "SHARED_LINK" : "DIRECT";
  const { autoJoinRooms } = await readSettings(tx, actor.workspaceId);
  const chosen = isFullMember(actor) ? await findRooms(tx, actor, autoJoinRooms) : [];
  const chosenIds = new Set(chosen.map(({ id }) => id));
  // Their locks are taken in the order of the ids.
  for (const id of [...chosenIds.union(new Set(invited?.roomIds))].toSorted()) {
    const room = await requireLockedRoom(tx, actor.userId, id);
    const isOpen = room.accessType === "PUBLIC" && room.status === "ACTIVE";
    const mayCome =
      (chosenIds.has(id) && isOpen) ||
      (invited?.roomIds.includes(id) &&
        mayBringInto(await requireLockedRoom(tx, invited.invitedBy, id)));
    if (!mayCome || room.isBanned || isInRoom(room)) continue;
    const level = joinLevel(room, "BUSINESS");
    await addParticipant(change, actor, room, { level, joinMethod });
  }
}

async function createOrJoinOne(deps: AccessDeps, actor: Actor, name: string): Promise<Result> {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const room = await findVisible(deps.db, actor, [name, toRoomSlug(name)]);
    if (room) return join(deps, actor, name, room);
    const made = await create(deps, actor, name);
    if (made) return made;
    // Between the look and the making somebody else has made it: then there is one to join.
  }
  return { requested: name, roomSlug: null, outcome: "refused", code: "ROOM_NOT_FOUND" };
}

async function findVisible(
  db: Db,
  actor: Actor,
  slugs: readonly string[],
): Promise<Seen | undefined> {
  for (const slug of slugs) {
    const room = await findRoom(db, actor, slug);
    if (room && maySeeRoom(room)) return room;
  }
  return undefined;
}

type Seen = NonNullable<Awaited<ReturnType<typeof findRoom>>>;

async function join(
  deps: AccessDeps,
  actor: Actor,
  requested: string,
  seen: Seen,
): Promise<Result> {
  const at = { requested, roomSlug: seen.slug };
  if (isInRoom(seen)) {
    const [roomId] = await setHidden(deps.db, actor.userId, [seen.id], false);
    return { ...at, outcome: "already", ...(roomId && { roomId }) };
  }
  try {
    const wish = { accessLevel: "WRITE", message: "", joinMethod: "DIRECT" } as const;
    const { accessStatus, seq } = await ask(deps, actor, seen, wish);
    if (accessStatus === "PENDING") return { ...at, outcome: "requested" };
    if (seq === undefined) return { ...at, outcome: "already" };
    return { ...at, outcome: "joined", seq, roomId: seen.id };
  } catch (error) {
    if (!(error instanceof AppError) || !isAccessError(error.code)) throw error;
    const { code, details } = error;
    return { ...at, outcome: "refused", code, details };
  }
}

/** A reason not to come into this room; anything else ends the call. */
function isAccessError(code: ErrorCode): boolean {
  return code === "RATE_LIMITED" || accessErrors.some((each) => each === code);
}

async function create(
  deps: AccessDeps,
  actor: Actor,
  requested: string,
): Promise<Result | undefined> {
  const refused = { requested, roomSlug: null, outcome: "refused" } as const;
  if (!isFullMember(actor)) return { ...refused, code: "FORBIDDEN" };
  const now = deps.clock.now();
  if (toTitle(requested) === "") return { ...refused, code: "ROOM_NAME_REQUIRED" };
  return deps.changes.run(async (change) => {
    if ((await countCreatedRooms(change.tx, actor.userId, now)) >= ROOMS_CREATED_DAY)
      return { ...refused, code: "ROOM_LIMIT_REACHED" } as const;
    const room = await insertChannel(change.tx, actor, requested, now);
    if (!room) return undefined;
    const as = { level: "OWNER", joinMethod: "DIRECT", isCreator: true } as const;
    const fresh = { ...room, isGeneral: false, settings: {} };
    const seq = await addParticipant(change, actor, fresh, as);
    const { slug: roomSlug, id: roomId } = room;
    return { requested, roomSlug, outcome: "created", seq, roomId } as const;
  });
}

/**
 * Whether the caller may enter, and by which call; what they wait for, or what waits for them. Changes nothing of that. A room that they do not
 * see is not there (rules-rooms 11).
 */
export async function validateRoom(
  { db, clock }: Pick<ParticipantDeps, "db" | "clock">,
  actor: Actor,
  slug: string,
): Promise<Entry> {
  const room = await findRoom(db, actor, slug);
  if (!room || !maySeeRoom(room)) {
    const none = { slug, accessType: null, accessStatus: null };
    return toEntry(none, { valid: false, reason: "NOT_FOUND", action: "none" });
  }
  await noteOpened(db, room);
  const { accessStatus } = room;
  const entry = toEntry(room, judgeEntry(room));
  const place = { roomId: room.id, userId: actor.userId };
  if (accessStatus === "PENDING") {
    const request = await findOpenRequest(db, place);
    return { ...entry, request: request ? toAccessRequest(request) : null };
  }
  if (accessStatus !== "INVITED" && accessStatus !== "REJECTED") return entry;
  const offer = await findOffer(db, place);
  if (accessStatus === "INVITED") return { ...entry, invitedBy: offer?.inviter ?? null };
  const endsAt = endOfRefusal(offer?.statusAt ?? undefined);
  if (!endsAt || endsAt <= clock.now()) return entry;
  return { ...entry, askAgainAt: endsAt.toISOString(), refusal: offer?.refusal ?? null };
}
