import { hasPermission, type ReplyOf } from "@colbin/protocol";
import { requireOwnPlace } from "#server/features/rooms/rooms.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { deleteDuplicates, listFormerPeople, updateLastSeenOf } from "./maintenance.queries.ts";
import { endPlace } from "./departures.service.ts";
import { expireWaiting, type ExpiryDeps } from "./request-outcomes.service.ts";

/** Rows of one look, so that nobody waits long. */
const LOOK = 200;

async function requireManaged(deps: ExpiryDeps, actor: Actor, slug: string) {
  const room = await requireOwnPlace(deps.db, actor, slug);
  if (!hasPermission(room.accessLevel, "MANAGE_ROOM")) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return room;
}

/** Closes what ran out, and ends the places of those who are no members any more (rules-rooms 11). Idempotent. */
export async function cleanUpParticipants(
  deps: ExpiryDeps,
  actor: Actor,
  slug: string,
): Promise<ReplyOf<"cleanUpParticipants">> {
  const room = await requireManaged(deps, actor, slug);
  const expired = await expireWaiting(deps, room, actor.userId);
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
  deps: ExpiryDeps,
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
  { db }: ExpiryDeps,
  { instanceRole }: Actor,
): Promise<ReplyOf<"cleanUpDuplicates">> {
  if (instanceRole !== "OWNER" && instanceRole !== "ADMIN") throw new AppError("FORBIDDEN");
  return deleteDuplicates(db);
}
