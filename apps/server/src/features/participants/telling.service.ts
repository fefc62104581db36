import type { AccessEntry, ParticipantAccessLevel, UserId } from "@colbin/protocol";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Db } from "#server/platform/db/database.ts";
import type { Live } from "#server/platform/realtime/live.ts";
import { findPlace, listLeaders } from "./listing.queries.ts";
import { toAccessRequest, toParticipant } from "./participants.view.ts";
import type { Place } from "./places.queries.ts";
import { findOpenRequest, findRequest } from "./requests.queries.ts";

export interface TellingDeps {
  readonly db: Db;
  readonly live: Pick<Live, "sendToUser">;
}

export type Told = Pick<RoomRow, "id" | "slug" | "workspaceId">;

/**
 * Tells those who decide in a room, and the person, what somebody who is not in became, or what became of what they asked for
 * (rules-rooms 6, 16): after the commit, on all their sockets. Nobody else learns of it.
 */
export async function tellAccess(
  { db, live }: TellingDeps,
  room: Told,
  userId: UserId,
  requestId?: string,
): Promise<void> {
  const place = await findPlace(db, { roomId: room.id, userId });
  if (!place) return;
  const request = requestId === undefined ? undefined : await findRequest(db, requestId);
  const data = {
    sessionRoomSlug: room.slug,
    sessionUserId: userId,
    accessStatus: place.accessStatus,
    request: request ? toAccessRequest(request) : null,
  };
  for (const each of new Set([userId, ...(await listLeaders(db, room.id))]))
    live.sendToUser(each, room.workspaceId, {
      type: "SERVER_PERSONAL_EVENT",
      event: "access_changed",
      data,
    });
}

/** What somebody is in a room now, as an answer to who asked, invited or added. */
export async function readEntry(db: Db, place: Place, seq?: number): Promise<AccessEntry> {
  const row = await findPlace(db, place);
  if (!row) throw new Error("A place that was changed is there");
  const request = await findOpenRequest(db, place);
  return {
    accessStatus: row.accessStatus,
    participant: toParticipant(row),
    ...(request && { request: toAccessRequest(request) }),
    ...(seq !== undefined && { seq }),
  };
}

/** What notifications tell of a room. */
export function toRoomFacts(
  { id, slug, title, workspaceId }: Pick<RoomRow, "id" | "slug" | "title" | "workspaceId">,
  accessLevel: ParticipantAccessLevel,
) {
  return { workspaceId, roomId: id, sessionRoomSlug: slug, title, accessLevel };
}
