import type { Entry } from "@colbin/protocol";
import { noteOpened } from "#server/features/rooms/rooms.access.ts";
import { findRoom, judgeEntry, maySeeRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toAccessRequest, toEntry } from "./participants.view.ts";
import { findOffer } from "./places.queries.ts";
import { findOpenRequest } from "./requests.queries.ts";
import { endOfRefusal } from "./requests.service.ts";

interface EnteringDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * Whether the caller may enter, and by which call; what they wait for, or what waits for them. Changes nothing of that. A room that they do not
 * see is not there (rules-rooms 11).
 */
export async function validateRoom(
  { db, clock }: EnteringDeps,
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
