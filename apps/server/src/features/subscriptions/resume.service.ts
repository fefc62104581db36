import { setHidden } from "#server/features/participants/participants.service.ts";
import type { CommandOf } from "@colbin/protocol";
import { readReplay, toReplayFrame } from "#server/features/messages/log.service.ts";
import { requireReadableRooms } from "#server/features/rooms/rooms.access.ts";
import {
  findRoom,
  findRooms,
  isInRoom,
  mayReadRoom,
  type RoomRow,
} from "#server/features/rooms/rooms.service.ts";
import { AppError } from "#server/platform/app-error.ts";
import { reach } from "#server/platform/points.ts";
import type { SocketSession } from "#server/platform/realtime/handler.ts";
import {
  listRoomsToHear,
  listSubscriptions,
  type SubscriptionRow,
} from "./subscriptions.queries.ts";
import type { SubscriptionDeps } from "./subscriptions.service.ts";
import { toSubscription, toUnreadSummary } from "./subscriptions.view.ts";

export type Resume = NonNullable<CommandOf<"CLIENT_MULTI_ROOM_AUTH">["resume"]>;

/**
 * Brings a socket that has just authenticated up to date (wire.md, Delivery 3): it hears the rooms of its person, gets
 * what it missed after each seq that it names, then the full lists. It listens before anything is read, so that nothing
 * falls between the snapshot and the first live event.
 */
export async function enterRooms(
  deps: SubscriptionDeps & { readonly logEpoch: string },
  session: SocketSession,
  resume: Resume | undefined,
): Promise<void> {
  const { db, live } = deps;
  const { userId, workspaceId } = session.actor;
  for (const room of await listRoomsToHear(db, workspaceId, userId)) {
    live.subscribe(session, { roomId: room.id, headSeq: room.lastSeq }, "participant");
  }
  const rev = await deps.nextRev();
  const rows = await listSubscriptions(db, workspaceId, userId);
  if (resume) await replayMissed(deps, session, resume, rows);
  const now = deps.clock.now();
  const subscriptions = rows.map((row) => toSubscription(row, now));
  session.send({ type: "SERVER_SUBSCRIPTION_UPDATE", subscriptions, rev });
  session.send({ type: "SERVER_UNREAD_SUMMARY", ...toUnreadSummary(rows, now) });
}

/** A client of another log must drop what it has: seqs of two logs do not compare. */
async function replayMissed(
  deps: SubscriptionDeps & { readonly logEpoch: string },
  session: SocketSession,
  resume: Resume,
  rows: readonly SubscriptionRow[],
): Promise<void> {
  if (resume.logEpoch !== deps.logEpoch) throw new AppError("LOG_EPOCH_CHANGED");
  const own = new Map(rows.map((row) => [row.slug, row]));
  for (const [slug, seq] of Object.entries(resume.rooms)) {
    const row = own.get(slug);
    if (row?.lastSeq === seq) continue;
    const room = row
      ? { id: row.roomId, slug: row.slug, workspaceId: session.actor.workspaceId }
      : await previewAgain(deps, session, slug);
    if (!room) continue;
    const replay = await readReplay(deps.db, room, seq);
    // Judged after the reading: whoever was taken out since the list was read gets nothing of what came then.
    if (!(await mayStillRead(deps, session, room))) continue;
    session.send(toReplayFrame(room, replay));
    reach("midReplay");
    // A client that takes long to read its replays makes room for the next one meanwhile.
    await session.drained();
  }
}

async function mayStillRead(
  { db }: SubscriptionDeps,
  { actor }: SocketSession,
  { id, slug }: Pick<RoomRow, "id" | "slug">,
): Promise<boolean> {
  const room = await findRoom(db, actor, slug);
  return room?.id === id && mayReadRoom(room, actor.role);
}

/** A room that the person only previews is heard again if it may still be read; else it is silently left out. */
async function previewAgain(
  deps: SubscriptionDeps,
  session: SocketSession,
  slug: string,
): Promise<RoomRow | undefined> {
  const room = await findRoom(deps.db, session.actor, slug);
  if (!room || !mayReadRoom(room, session.actor.role)) return undefined;
  hearRoom(deps, session, room);
  return room;
}

function hearRoom(deps: SubscriptionDeps, session: SocketSession, room: RoomRow): void {
  deps.live.subscribe(
    session,
    { roomId: room.id, headSeq: room.lastSeq },
    isInRoom(room) ? "participant" : "preview",
  );
}

/** Live events of readable rooms on this socket; all must be readable, else ROOMS_NOT_FOUND and nothing happens. */
export async function hearRooms(
  deps: SubscriptionDeps,
  session: SocketSession,
  slugs: readonly string[],
): Promise<void> {
  const rooms = await requireReadableRooms(deps.db, session.actor, slugs);
  const own = rooms.filter(isInRoom).map((room) => room.id);
  await setHidden(deps.db, session.actor.userId, own, false);
  for (const room of rooms) hearRoom(deps, session, room);
}

/** No more live events of these rooms on this socket; unknown rooms are ignored. */
export async function leaveRooms(
  deps: SubscriptionDeps,
  session: SocketSession,
  slugs: readonly string[],
): Promise<void> {
  const rooms = await findRooms(deps.db, session.actor, slugs);
  for (const room of rooms) deps.live.unsubscribe(session, room.id);
}
