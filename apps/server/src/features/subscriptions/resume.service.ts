import type { createPersonalRevs } from "#server/features/personal-events/personal-events.service.ts";
import { setHidden } from "#server/features/participants/participants.service.ts";
import { RESUME_EVENTS_MAX, type CommandOf, type RoomId } from "@colbin/protocol";
import type { KeptReplay, Replays, RoomToReplay } from "#server/features/log/replays.service.ts";
import { requireReadableRooms, type RoomDoors } from "#server/features/rooms/rooms.access.ts";
import {
  findRooms,
  isInRoom,
  mayReadRoom,
  type FoundRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import type { Db } from "#server/platform/db/database.ts";
import { tracepoint } from "#server/platform/points.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import type { Scope } from "#server/platform/realtime/sweep-access.ts";
import { listRoomsOfMany, type SubscriptionRow } from "./subscriptions.queries.ts";
import { pushRooms, toRoomsUpdate, type SubscriptionDeps } from "./subscriptions.service.ts";
import { toSubscription, toUnreadSummary } from "./subscriptions.view.ts";

export type Resume = NonNullable<CommandOf<"CLIENT_MULTI_ROOM_AUTH">["resume"]>;

export interface ResumeDeps extends SubscriptionDeps {
  readonly logEpoch: string;
  readonly doors: RoomDoors;
  readonly replays: Replays;
  /** The rooms of a person; those of sockets that come together are read together (createRoomLists). */
  readonly listRooms: (session: SocketSession) => Promise<readonly SubscriptionRow[]>;
  readonly readPersonalRev: ReturnType<typeof createPersonalRevs>;
}

/** Rooms and events replayed at once, as far as the heads tell; between two portions the client has to take what it got. */
const PORTION_ROOMS = 200;
const PORTION_EVENTS = 500;

/** Reads the rooms of people for their new sockets: a crowd that comes back at once is one statement. */
export function createRoomLists(db: Db): ResumeDeps["listRooms"] {
  const lists = createLookup((people: readonly SocketSession["actor"][]) =>
    listRoomsOfMany(db, people),
  );
  return async ({ actor }) => (await lists.find(actor)) ?? [];
}

/**
 * Brings a socket that has just authenticated up to date (wire.md, Delivery 3): it hears the rooms of its person, gets
 * what it missed after each seq that it names, then the full lists. It hears each room from the seq on at which its list
 * was read, so nothing falls between the snapshot and the first live event. A socket that has gone meanwhile reads nothing
 * more.
 */
export async function enterRooms(
  deps: ResumeDeps,
  session: SocketSession,
  resume: Resume | undefined,
): Promise<void> {
  const revs = await readRevs(deps, session);
  if (session.isGone) return;
  const listed = await hearOwnRooms(deps, session);
  const lost = resume ? await replayMissed(deps, session, resume, listed) : [];
  if (session.isGone) return;
  // Whoever was taken out meanwhile is told of no later event of a room whose earlier ones they did not get.
  for (const roomId of lost) deps.live.unsubscribe(session, roomId);
  // Nor is one listed that was left meanwhile: what tells of it may have come before the bus knew of this socket.
  const active = listed.filter(({ roomId }) => deps.live.isHeardBy(roomId, session.id));
  const now = deps.clock.now();
  sendList(session, active, { ...revs, now });
  const { userId, workspaceId } = session.actor;
  const elsewhere = await deps.totals.readElsewhere(userId, workspaceId);
  session.send({ type: "SERVER_UNREAD_SUMMARY", ...toUnreadSummary(active, elsewhere, now) });
}

/**
 * Brings a socket up to date that may have missed what concerns its person: it hears all their rooms, gets the list, and is
 * asked to read again what is not in it. Where it is about some rooms alone, what that costs does not grow with their number.
 */
export async function resync(
  deps: SubscriptionDeps & Pick<ResumeDeps, "listRooms" | "readPersonalRev">,
  session: SocketSession,
  scope: Scope,
): Promise<void> {
  if (scope === "everything") {
    const revs = await readRevs(deps, session);
    if (session.isGone) return;
    const active = await hearOwnRooms(deps, session);
    sendList(session, active, { ...revs, now: deps.clock.now() });
  } else {
    const leaves = deps.live.countLeaves();
    const update = await toRoomsUpdate(deps, session.actor, [...scope]);
    for (const { roomId, headSeq } of update.changed)
      deps.live.subscribe(session, { roomId, headSeq, leaves }, "participant");
    // A room that was left while it was read is not heard anew, nor listed.
    const changed = update.changed.filter(({ roomId }) => deps.live.isHeardBy(roomId, session.id));
    session.send({ ...update, changed });
  }
  session.send({ type: "SERVER_PERSONAL_EVENT", event: "reload", data: {} });
}

interface Revs {
  readonly rev: number;
  readonly personalRev: number;
}

/** How far the list is that is read from now on, and what is told of the person: the socket hears what comes after. */
async function readRevs(
  { nextRev, readPersonalRev }: Pick<ResumeDeps, "nextRev" | "readPersonalRev">,
  { actor }: SocketSession,
): Promise<Revs> {
  const [rev, personalRev] = await Promise.all([nextRev(), readPersonalRev(actor.userId)]);
  return { rev, personalRev };
}

async function hearOwnRooms(
  deps: Pick<ResumeDeps, "listRooms" | "live">,
  session: SocketSession,
): Promise<SubscriptionRow[]> {
  const leaves = deps.live.countLeaves();
  const rows = await deps.listRooms(session);
  for (const { roomId, lastSeq } of rows)
    deps.live.subscribe(session, { roomId, headSeq: lastSeq, leaves }, "participant");
  return rows.filter(({ status }) => status === "ACTIVE");
}

function sendList(
  session: SocketSession,
  rows: readonly SubscriptionRow[],
  { now, ...revs }: Revs & { readonly now: Date },
): void {
  const subscriptions = rows.map((row) => toSubscription(row, now));
  session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions, ...revs });
}

interface Missed {
  readonly room: RoomToReplay;
  readonly seq: number;
}

/**
 * Answers the rooms that the person was taken out of meanwhile. A client of another log must drop what it has: seqs of two logs do
 * not compare.
 */
async function replayMissed(
  deps: ResumeDeps,
  session: SocketSession,
  resume: Resume,
  rows: readonly SubscriptionRow[],
): Promise<RoomId[]> {
  if (resume.logEpoch !== deps.logEpoch) throw new AppError("LOG_EPOCH_CHANGED");
  const lost: RoomId[] = [];
  for (const portion of toPortions(await listMissed(deps, session, resume, rows))) {
    if (session.isGone) return lost;
    lost.push(...(await replayPortion(deps, session, portion)));
  }
  return lost;
}

function toPortions(missed: readonly Missed[]): Missed[][] {
  const portions: Missed[][] = [];
  let events = Number.POSITIVE_INFINITY;
  for (const each of missed) {
    const count = Math.min(Math.max(each.room.lastSeq - each.seq, 0), RESUME_EVENTS_MAX);
    const last = portions.at(-1);
    if (last && last.length < PORTION_ROOMS && events + count <= PORTION_EVENTS) last.push(each);
    else {
      portions.push([each]);
      events = 0;
    }
    events += count;
  }
  return portions;
}

async function replayPortion(
  deps: ResumeDeps,
  session: SocketSession,
  portion: readonly Missed[],
): Promise<RoomId[]> {
  const replays = await Promise.all(portion.map(({ room, seq }) => deps.replays.read(room, seq)));
  if (session.isGone) return [];
  // Judged after the reading: whoever was taken out since the list was read gets nothing of what came then.
  const readable = await listReadable(deps, session, portion);
  for (const [place, { room }] of portion.entries()) {
    if (readable.has(room.id)) await replay(session, replays[place]);
  }
  return portion.flatMap(({ room }) => (readable.has(room.id) ? [] : [room.id]));
}

async function replay(session: SocketSession, replayed: KeptReplay | undefined): Promise<void> {
  if (!replayed || session.isGone) return;
  session.sendEncoded(replayed.frame);
  tracepoint("midReplay");
  // A client that takes long to read its replays makes room for the next one meanwhile.
  await session.drained();
}

/** Those of these rooms that the person may read at this moment. */
async function listReadable(
  { doors }: ResumeDeps,
  { actor }: SocketSession,
  portion: readonly Missed[],
): Promise<ReadonlySet<string>> {
  const heads = await Promise.all(
    portion.map(({ room }) => doors.findReadableRoom(actor, room.slug)),
  );
  return new Set(heads.flatMap((head) => (head ? [head.id] : [])));
}

/** The rooms in which something was missed, in the order in which the client named them. */
async function listMissed(
  deps: ResumeDeps,
  session: SocketSession,
  { rooms }: Resume,
  rows: readonly SubscriptionRow[],
): Promise<Missed[]> {
  const { workspaceId } = session.actor;
  const own = new Map(rows.map((row) => [row.slug, row]));
  const others = Object.keys(rooms).filter((slug) => !own.has(slug));
  const previews = new Map(
    (await previewAgain(deps, session, others)).map((room) => [room.askedAs, room]),
  );
  return Object.entries(rooms).flatMap(([slug, seq]): Missed[] => {
    const row = own.get(slug);
    const room = row
      ? { id: row.roomId, slug: row.slug, workspaceId, lastSeq: row.lastSeq }
      : previews.get(slug);
    return room && room.lastSeq !== seq ? [{ room, seq }] : [];
  });
}

/** Rooms that the person only previews, and those that they know by a former address, are heard again if they may still be read; else they are silently left out. */
async function previewAgain(
  deps: ResumeDeps,
  session: SocketSession,
  slugs: readonly string[],
): Promise<FoundRoom[]> {
  if (slugs.length === 0) return [];
  const rooms = await findRooms(deps.db, session.actor, slugs);
  const readable = rooms.filter(mayReadRoom);
  for (const room of readable) hearRoom(deps, session, room);
  return readable;
}

function hearRoom(deps: SubscriptionDeps, session: SocketSession, room: RoomRow): void {
  deps.live.subscribe(
    session,
    { roomId: room.id, headSeq: room.lastSeq },
    isInRoom(room) ? "participant" : "preview",
  );
}

/**
 * Live events of readable rooms on this socket; all must be readable, else ROOMS_NOT_FOUND and nothing happens. Answers those that the
 * person is in.
 */
export async function hearRooms(
  deps: SubscriptionDeps,
  session: SocketSession,
  slugs: readonly string[],
): Promise<RoomId[]> {
  const rooms = await requireReadableRooms(deps.db, session.actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  await pushRooms(deps, session.actor, await setHidden(deps.db, session.actor.userId, own, false));
  for (const room of rooms) hearRoom(deps, session, room);
  return own;
}

/** No more live events of these rooms on this socket; unknown rooms are ignored. Answers those that are known. */
export async function leaveRooms(
  deps: SubscriptionDeps,
  session: SocketSession,
  slugs: readonly string[],
): Promise<RoomId[]> {
  const rooms = await findRooms(deps.db, session.actor, slugs);
  for (const room of rooms) deps.live.unsubscribe(session, room.id);
  return rooms.map(({ id }) => id);
}
