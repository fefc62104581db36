import type { UserId } from "@colbin/protocol";
import type { NewMessage } from "#server/features/messages/messages.queries.ts";
import type { SendRow, WrittenRows } from "#server/features/messages/writer.queries.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredMessage } from "../store.ts";
import { findRepeated } from "./messages.ts";

export * from "#server/features/messages/writer.queries.ts";

/* The statement of the writer: the rooms that nobody has locked are locked, then everything is judged and written, one by one. */

function writeOne(store: Store, message: NewMessage): SendRow {
  const { roomId, ...columns } = message;
  const room = store.rooms.get(roomId);
  const sentHash = message.sentHash.toString("hex");
  const authorName = store.users.get(message.authorId)?.name ?? "";
  const toRow = (outcome: SendRow["outcome"], row?: StoredMessage): SendRow => {
    const { seq = 0, msgNo } = row ?? {};
    return {
      outcome,
      seq,
      msgNo: msgNo ?? 0,
      authorName,
      authorAvatar: null,
      roomSlug: room?.slug ?? "",
      shown: null,
      threadId: null,
      replyNo: null,
    };
  };
  const first = findRepeated(room, message);
  if (first)
    return toRow(first.sentHash === sentHash ? "duplicate" : "IDEMPOTENCY_CONFLICT", first);
  if (!room || room.status === "INACTIVE") return toRow("ROOM_NOT_FOUND");
  const isIn = room.places.get(message.authorId)?.accessStatus === "ACCEPTED";
  if (!isIn) return toRow("NOT_SUBSCRIBED");
  const seq = room.log.length + 1;
  const createdAt = store.now();
  room.lastMsgNo += 1;
  room.lastActivityAt = createdAt;
  const row = { kind: null, ...columns, sentHash, seq, msgNo: room.lastMsgNo, createdAt };
  store.append(room, [row]);
  movePosition(store, { roomId, userId: message.authorId, msgNo: row.msgNo });
  return toRow("sent", row);
}

/** Forward alone. */
export function movePosition(
  store: Store,
  { roomId, userId, msgNo }: Pick<NewMessage, "roomId"> & { userId: UserId; msgNo: number },
): void {
  const room = store.rooms.get(roomId);
  const place = room?.places.get(userId);
  if (place?.accessStatus !== "ACCEPTED" || place.readMsgNo >= msgNo) return;
  room?.places.set(userId, { ...place, readMsgNo: msgNo, lastReadAt: store.now() });
}

export function insertBatch(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
): Promise<WrittenRows> {
  const handle = handleOf(connection);
  const { store } = handle;
  return handle.run(() => {
    const roomIds = messages.map(({ roomId }) => roomId);
    const busy = new Set(roomIds.filter((id) => store.isLocked(id)));
    const sends = new Map<number, SendRow>();
    for (const [at, message] of messages.entries())
      if (!busy.has(message.roomId)) sends.set(at, writeOne(store, message));
    return { at: store.now(), sends, busy, followers: [] };
  });
}
