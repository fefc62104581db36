import type { RoomId } from "@colbin/protocol";
import { LRUCache } from "lru-cache";
import type { Pool } from "pg";
import { isInRoom, maySeeRoom } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { createLookup } from "#server/platform/db/lookup.ts";
import type { Live, Origin } from "#server/platform/realtime/live.ts";
import { listSendStandings, type SendQuestion } from "./messages.queries.ts";

/** Where a send goes. */
interface SendTarget {
  readonly id: RoomId;
}

export interface SendDoor {
  /**
   * The room of a send that may be worth a place in a batch, which judges it again. A socket that hears the room costs no
   * statement. Everybody else is judged by one, whether the room exists, is hidden or is seen from outside, so that the time of a
   * refusal tells no more than its code: ROOM_NOT_FOUND, or NOT_SUBSCRIBED for a room that the caller sees. What the caller
   * wrote before leaving may still be repeated.
   */
  requireTarget(
    actor: Pick<Actor, "workspaceId" | "userId" | "boundRoomId">,
    send: { readonly roomSlug: string; readonly clientMessageId: string },
    origin: Origin | undefined,
  ): Promise<SendTarget>;
}

/** A door that remembers the 50,000 addresses used last: an address leads to one room for ever (rules-rooms 9, 10). */
export function createSendDoor(pool: Pool, live: Pick<Live, "isHeardBy">): SendDoor {
  const known = new LRUCache<string, SendTarget>({ max: 50_000 });
  const standings = createLookup((questions: readonly SendQuestion[]) =>
    listSendStandings(pool, questions),
  );
  return {
    async requireTarget(actor, { roomSlug, clientMessageId }, origin) {
      const address = `${actor.workspaceId}/${roomSlug}`;
      const heard = origin && known.get(address);
      if (heard && live.isHeardBy(heard.id, origin.socketId)) return heard;
      const { workspaceId, userId, boundRoomId } = actor;
      const question = { workspaceId, userId, boundRoomId, slug: roomSlug, clientMessageId };
      const found = await standings.find(question);
      const isSeen = found !== undefined && maySeeRoom(found);
      if (!found || !(found.isRepeated || (isSeen && isInRoom(found))))
        throw new AppError(isSeen ? "NOT_SUBSCRIBED" : "ROOM_NOT_FOUND");
      const target = { id: found.id };
      known.set(address, target);
      return target;
    },
  };
}
