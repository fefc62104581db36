import type { RoomId, UserId } from "@colbin/protocol";
import type { Change, Changes } from "#server/features/log/log.service.ts";
import { requireLockedRoom } from "#server/features/rooms/rooms.access.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { closeEmptyRoom, depart } from "./leaving.service.ts";
import { appointHeir } from "./levels.service.ts";
import { findFormerPlace, listFormerPlaces, type WorkspaceUser } from "./participants.queries.ts";
import { updateOut, type Place } from "./places.queries.ts";
import { updatePersonClosed } from "./requests.queries.ts";

export interface EndingDeps {
  readonly db: Db;
  readonly changes: Changes;
}

/** Rooms of one look; each is a transaction of its own, so that nobody waits longer for its lock than for one who leaves. */
const LOOK = 200;

/**
 * Ends what somebody who is no member of the workspace any more still has in its rooms (rules-identity 50, 63): access was lost with
 * the membership, or with the account, this tells it room by room. Idempotent, and goes on wherever it was cut off. It never ends a
 * place of a member: nobody becomes one again before all of these have ended (addMember), so whoever lets somebody in calls this first.
 */
export async function endPlaces(deps: EndingDeps, who: WorkspaceUser): Promise<void> {
  for (;;) {
    const roomIds = await listFormerPlaces(deps.db, who, LOOK);
    if (roomIds.length === 0) return;
    for (const id of roomIds) await deps.changes.run((change) => endPlace(change, id, who.userId));
  }
}

/** The same in one room. */
export async function endPlace(change: Change, roomId: RoomId, userId: UserId): Promise<void> {
  const { tx } = change;
  const room = await requireLockedRoom(tx, userId, roomId);
  const person = await findFormerPlace(tx, roomId, userId);
  if (!person) return;
  // Who was invited, or asks, was never in: no seq tells of it.
  if (person.accessStatus !== "ACCEPTED") return endWaiting(tx, { roomId, userId });
  await depart(change, { actorId: userId, room, person, to: "IDLE", isBanned: false });
  // General stays when nobody is left, and its levels follow the roles (rules-rooms 12).
  if (room.isGeneral) return;
  if (room.memberCount === 1) await closeEmptyRoom(change, room, userId);
  else if (person.accessLevel === "OWNER")
    await appointHeir(change, room, userId, room.memberCount - 1);
}

async function endWaiting(tx: Tx, place: Place): Promise<void> {
  await updatePersonClosed(tx, place, "CANCELLED");
  await updateOut(tx, place, "IDLE", null);
}
