import type { RoomId, UserId } from "@colbin/protocol";
import type { Change, Changes } from "#server/features/log/log.service.ts";
import { closeEmptyRoom, depart } from "#server/features/participants/departures.service.ts";
import { requireParticipant } from "#server/features/participants/participants.access.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { forgetGuests } from "#server/features/users/accounts.service.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { deleteOldLinks, listGuests, listOverdue, updateAllClosed } from "./guests.queries.ts";

/* How the stay of a guest ends: place and session end together, whatever ended first (rules-identity 24). */

type Room = Pick<RoomRow, "id" | "slug" | "workspaceId">;

async function endStay(change: Change, actorId: UserId, room: Room, userId: UserId): Promise<void> {
  const person = await requireParticipant(change.tx, room.id, userId);
  if (person.accessStatus !== "ACCEPTED") return;
  await depart(change, { actorId, room, person, to: "IDLE", isBanned: false });
}

/**
 * A room has no guests any more: its links are closed and who came by them is out; the change holds the room's lock. Returns how many
 * they were.
 */
export async function closeToGuests(change: Change, actorId: UserId, room: Room): Promise<number> {
  await updateAllClosed(change.tx, room.id);
  const guests = await listGuests(change.tx, room.id);
  for (const userId of guests) await endStay(change, actorId, room, userId);
  return guests.length;
}

export interface StayDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly changes: Changes;
}

/** Rows of one look; each is a transaction of its own, so that nobody waits long for the lock of their room. */
const LOOK = 200;
/** How long it is known who came by which link. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Ends the places of guests whose session ran out, who signed out, or whom everybody else has left alone. Idempotent. */
export async function endOverdue(deps: StayDeps): Promise<void> {
  for (;;) {
    const stays = await listOverdue(deps.db, deps.clock.now(), LOOK);
    for (const { roomId, userId } of stays) await endOverdueStay(deps, roomId, userId);
    if (stays.length < LOOK) return;
  }
}

function endOverdueStay(deps: StayDeps, roomId: RoomId, userId: UserId): Promise<void> {
  return deps.changes.run(async (change) => {
    const room = await requireLockedRoom(change.tx, userId, roomId);
    await endStay(change, userId, room, userId);
    if (room.memberCount === 1 && !room.isGeneral) await closeEmptyRoom(change, room, userId);
  });
}

/** Removes what nobody asks for any more. The accounts of guests stay as the names of what they wrote, as long as their room is there. */
export async function forgetStays({ db, clock }: Pick<StayDeps, "db" | "clock">): Promise<void> {
  await deleteOldLinks(db, new Date(clock.now().getTime() - KEPT_MS));
  await forgetGuests(db);
}
