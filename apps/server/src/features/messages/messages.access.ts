import type { MessageId, RoomId } from "@colbin/protocol";
import type { Change } from "#server/features/log/log.service.ts";
import {
  requireOwnPlaceForChange,
  requireReadableRoom,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findMessage, type MessageRow } from "./messages.queries.ts";
import { isUuid } from "./messages.rules.ts";

/** Where a message is: the address of its room, and its id as the caller wrote it. */
export interface MessageAddress {
  readonly slug: string;
  readonly id: string;
}

async function requireInRoom(db: Db, roomId: RoomId, id: string): Promise<MessageRow> {
  const message = isUuid(id) ? await findMessage(db, roomId, id as MessageId) : undefined;
  if (!message) throw new AppError("MESSAGE_NOT_FOUND");
  return message;
}

/** A message of a room that the caller may read now. */
export async function requireReadableMessage(
  db: Db,
  actor: Actor,
  { slug, id }: MessageAddress,
): Promise<{ readonly room: RoomRow; readonly message: MessageRow }> {
  const room = await requireReadableRoom(db, actor, slug);
  return { room, message: await requireInRoom(db, room.id, id) };
}

/** The room of a message that is to be changed; what may change it is judged under the room's lock. */
export async function requireMessageRoom(
  db: Db,
  actor: Actor,
  { slug }: MessageAddress,
): Promise<RoomId> {
  return (await requireVisibleRoom(db, actor, slug)).id;
}

/**
 * A message of a room whose lock the change holds from now on: the caller is a participant and the room is not archived. Nobody
 * else changes the message until the change ends.
 */
export async function requireMessageForChange(
  { tx }: Change,
  actor: Actor,
  roomId: RoomId,
  id: string,
): Promise<{ readonly room: OwnPlace; readonly message: MessageRow }> {
  const room = await requireOwnPlaceForChange(tx, actor, roomId);
  const message = await requireInRoom(tx, room.id, id);
  if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
  return { room, message };
}
