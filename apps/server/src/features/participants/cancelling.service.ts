import type { RoomId, UserId } from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { tellAccess, type AccessDeps } from "./participants.service.ts";
import { updateWaitingEnded } from "./places.queries.ts";
import { updateRoomClosed } from "./requests.queries.ts";

/** Somebody who waits for nothing any more, and the request that they had. */
export interface Ended {
  readonly userId: UserId;
  readonly requestId?: string | undefined;
}

/**
 * Ends what people ask in a room and are invited to, where it began by a moment; the change holds the room's lock. Call `tellEnded` with
 * what it returns after the commit.
 */
export async function expireWaiting(
  { tx }: Change,
  roomId: RoomId,
  ends: { readonly begunBy: Date; readonly now: Date },
): Promise<Ended[]> {
  const asked = await updateRoomClosed(tx, roomId, { status: "EXPIRED", now: ends.now });
  return toEnded(asked, await updateWaitingEnded(tx, roomId, ends, ["PENDING", "INVITED"]));
}

/**
 * Cancels what people ask in a room that is archived, deleted, or gets another access type (rules-rooms 16); the change holds the room's
 * lock. Who asked reads again what they may have missed; those who decide hear of the change itself.
 */
export async function cancelRequests(
  change: Change,
  { id, workspaceId }: Pick<RoomRow, "id" | "workspaceId">,
  now: Date,
): Promise<void> {
  const asked = await updateRoomClosed(change.tx, id, { status: "CANCELLED", now });
  const waited = await updateWaitingEnded(change.tx, id, { begunBy: now, now }, ["PENDING"]);
  for (const { userId } of toEnded(asked, waited)) change.people.push({ workspaceId, userId });
}

function toEnded(
  asked: readonly { readonly id: string; readonly userId: UserId }[],
  waited: readonly UserId[],
): Ended[] {
  const requests = new Map(asked.map(({ id, userId }) => [userId, id]));
  const people = new Set([...requests.keys(), ...waited]);
  return [...people].map((userId) => ({ userId, requestId: requests.get(userId) }));
}

/** Tells those who decide, and each of these people (tellAccess). */
export async function tellEnded(
  deps: Pick<AccessDeps, "db" | "live">,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId">,
  ended: readonly Ended[],
): Promise<void> {
  for (const { userId, requestId } of ended) await tellAccess(deps, room, userId, requestId);
}
