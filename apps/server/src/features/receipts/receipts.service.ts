import type { Receipts, UserId } from "@colbin/protocol";
import { readMessage, type MessageAddress } from "#server/features/messages/messages.access.ts";
import type { RoomRow } from "#server/features/rooms/rooms.service.ts";
import { readSettings } from "#server/features/workspaces/workspaces.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db } from "#server/platform/db/database.ts";
import { findReceipts } from "./receipts.queries.ts";

const nobody = { readCount: 0, readers: [] };

/** An own message, with its number in the room. */
export interface NumberedMessage {
  readonly room: Pick<RoomRow, "id" | "slug">;
  readonly msgNo: number;
  readonly seq: number;
}

/**
 * How far an own message has come (rules-messages 52); another one's is MESSAGE_NOT_AUTHOR. Where the organization, or the author, tells
 * nobody of reading, it is delivered at most. `toHolders` is called once the message is found, and names people whose apps have it.
 */
export function getReceipts(
  { db }: { readonly db: Db },
  actor: Actor,
  address: MessageAddress,
  toHolders: (message: NumberedMessage) => readonly UserId[] = () => [],
): Promise<Receipts> {
  return readMessage(db, actor, address, async (room, message) => {
    if (message.authorId !== actor.userId || message.type === "system")
      throw new AppError("MESSAGE_NOT_AUTHOR");
    const { msgNo, seq, createdAt } = message;
    // A reply in its thread alone has no place among what is read of the room.
    if (msgNo === null) return { status: "sent", total: 0, ...nobody };
    const holders = toHolders({ room, msgNo, seq });
    const place = { roomId: room.id, authorId: actor.userId, msgNo, seq, createdAt };
    const found = await findReceipts(db, { ...place, holders });
    const { total, readCount, readers, isDelivered, isHidden } = found;
    const arrived = isDelivered ? "delivered" : "sent";
    const { readReceipts } = await readSettings(db, actor.workspaceId);
    if (isHidden || !readReceipts) return { status: arrived, total, ...nobody };
    const isSeen = total > 0 && readCount === total;
    return { status: isSeen ? "seen" : arrived, total, readCount, readers };
  });
}
