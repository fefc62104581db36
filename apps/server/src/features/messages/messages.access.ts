import { hasPermission, type Message, type MessageId, type RoomId } from "@colbin/protocol";
import type { Change, Changes } from "#server/features/log/log.service.ts";
import {
  requireActive,
  requireOwnPlaceForChange,
  requireReach,
  requireReadableRoom,
  requireVisibleRoom,
  type OwnPlace,
} from "#server/features/rooms/rooms.access.ts";
import { isInRoom, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findMessage, type MessageRow } from "./messages.queries.ts";
import { isUuid } from "./messages.rules.ts";
import { toOneMessage, type ToMessages } from "./messages.view.ts";

/** Where a message is: the address of its room, and its id as the caller wrote it. */
export interface MessageAddress {
  readonly slug: string;
  readonly id: string;
}

/** Is this the form of an id that the server gave to a message? */
export function isMessageId(id: string): id is MessageId {
  return isUuid(id);
}

async function requireInRoom(db: Db, roomId: RoomId, id: string): Promise<MessageRow> {
  const message = isMessageId(id) ? await findMessage(db, roomId, id) : undefined;
  if (!message) throw new AppError("MESSAGE_NOT_FOUND");
  return message;
}

/**
 * Reads about a message of a room that the caller may read, before and after the reading: what came after a removal in between is
 * not for this person.
 */
export function readMessage<T>(
  db: Db,
  actor: Actor,
  { slug, id }: MessageAddress,
  read: (room: RoomRow, message: MessageRow) => Promise<T>,
): Promise<T> {
  return readBehind(db, () => requireReadableRoom(db, actor, slug), id, read);
}

/** The same behind a door of the caller's own. */
export async function readBehind<R extends { readonly id: RoomId }, T>(
  db: Db,
  requireRoom: () => Promise<R>,
  id: string,
  read: (room: R, message: MessageRow) => Promise<T>,
): Promise<T> {
  const room = await requireRoom();
  const result = await read(room, await requireInRoom(db, room.id, id));
  await requireRoom();
  return result;
}

/**
 * A room into which the caller may send now, or with COMMENT into its threads alone. Each send is judged again, by the statement that
 * writes it.
 */
export async function requireSendableRoom(
  db: Db,
  actor: Actor,
  slug: string,
  level: "COMMENT" | "WRITE" = "WRITE",
): Promise<RoomRow> {
  const room = await requireVisibleRoom(db, actor, slug);
  const { accessLevel } = room;
  if (!isInRoom(room) || accessLevel === null) throw new AppError("NOT_SUBSCRIBED");
  requireActive(room);
  if (!hasPermission(accessLevel, level)) throw new AppError("MESSAGE_SEND_NOT_ALLOWED");
  requireReach(room);
  return room;
}

/** A message of a room whose lock the change holds, and the caller's place there. */
interface MessageChange extends Change {
  readonly room: OwnPlace;
  readonly message: MessageRow;
  /** The message as the change leaves it: for the reply, and for the events of the change, which do not read it again. */
  readonly show: (row: MessageRow) => Promise<Message>;
}

export interface MessageChangeDeps {
  readonly db: Db;
  readonly changes: Changes;
  readonly toMessages: ToMessages;
}

/**
 * Changes a message of a room that the caller is in and that is not archived. The change holds the room's lock, so nobody else
 * changes the message until it ends.
 */
export async function changeMessage<T>(
  { db, changes, toMessages }: MessageChangeDeps,
  actor: Actor,
  { slug, id }: MessageAddress,
  work: (change: MessageChange) => Promise<T>,
): Promise<T> {
  const { id: roomId } = await requireVisibleRoom(db, actor, slug);
  return changes.run(async (change) => {
    const room = await requireOwnPlaceForChange(change.tx, actor, roomId);
    const message = await requireInRoom(change.tx, roomId, id);
    if (room.status !== "ACTIVE") throw new AppError("ROOM_ARCHIVED");
    const show = async (row: MessageRow): Promise<Message> => {
      const shown = await toOneMessage(toMessages, change.tx, row, room.slug);
      change.known.messages.set(row.id, shown);
      return shown;
    };
    return work({ ...change, room, message, show });
  });
}
