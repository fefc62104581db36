import { ACCESS_REQUEST_DAYS, hasPermission, type ReplyOf, type UserId } from "@colbin/protocol";
import { requireLockedRoom, requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import { getRoomAddress, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { expireWaiting, tellEnded } from "./cancelling.service.ts";
import { deleteDuplicates, listFormerPeople, updateLastSeenOf } from "./cleaning.queries.ts";
import { endPlace } from "./ending.service.ts";
import { listOutlivedRooms } from "./places.queries.ts";
import type { AccessDeps } from "./participants.service.ts";

export type CleaningDeps = Pick<AccessDeps, "db" | "clock" | "changes" | "live">;

const DAY_MS = 24 * 60 * 60_000;
/** Rows of one look, so that nobody waits long. */
const LOOK = 200;

async function requireManaged(deps: CleaningDeps, actor: Actor, slug: string) {
  const room = await requireOwnPlace(deps.db, actor, slug);
  if (!hasPermission(room.accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return room;
}

/** Closes what ran out, and ends the places of those who are no members any more (rules-rooms 11). Idempotent. */
export async function cleanUpParticipants(
  deps: CleaningDeps,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"cleanUpParticipants">> {
  const room = await requireManaged(deps, actor, slug);
  const expired = await expireIn(deps, room, actor.userId);
  let removed = 0;
  for (;;) {
    const former = await listFormerPeople(deps.db, room.id, LOOK);
    for (const userId of former)
      await deps.changes.run((change) => endPlace(change, room.id, userId));
    removed += former.length;
    if (former.length < LOOK) return { expired, removed };
  }
}

/** Moments of a last look that are missing or in the future become that of the last reading or joining. Idempotent. */
export async function fixLastSeen(
  deps: CleaningDeps,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"fixParticipantsLastSeen">> {
  const { id } = await requireManaged(deps, actor, slug);
  let fixed = 0;
  for (;;) {
    const count = await updateLastSeenOf(deps.db, id, deps.clock.now(), LOOK);
    fixed += count;
    if (count < LOOK) return { fixed };
  }
}

/** Of two places of one person in a room the one with the higher level stays, and the earlier; the database lets none come up. */
export function cleanUpDuplicates(
  { db }: CleaningDeps,
  { instanceRole }: Actor,
): Promise<ReplyOf<"cleanUpDuplicates">> {
  if (instanceRole !== "OWNER" && instanceRole !== "ADMIN") throw new AppError("FORBIDDEN");
  return deleteDuplicates(db);
}

/** Invitations and requests end after 14 days; those who decide and the person are told (rules-rooms 15, 21). */
export async function expireAccess(deps: CleaningDeps): Promise<void> {
  for (;;) {
    const places = await listOutlivedRooms(deps.db, endsOf(deps), LOOK);
    for (const { roomId, userId } of places)
      await expireIn(deps, await getRoomAddress(deps.db, roomId), userId);
    if (places.length < LOOK) return;
  }
}

function endsOf({ clock }: CleaningDeps) {
  const now = clock.now();
  return { now, begunBy: new Date(now.getTime() - ACCESS_REQUEST_DAYS * DAY_MS) };
}

async function expireIn(
  deps: CleaningDeps,
  room: Pick<RoomRow, "id" | "slug" | "workspaceId">,
  somebody: UserId,
): Promise<number> {
  const ended = await deps.changes.run(async (change) => {
    await requireLockedRoom(change.tx, somebody, room.id);
    return expireWaiting(change, room.id, endsOf(deps));
  });
  await tellEnded(deps, room, ended);
  return ended.length;
}
