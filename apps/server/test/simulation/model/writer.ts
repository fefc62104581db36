import type { RoomId } from "@colbin/protocol";
import type { NewMessage } from "#server/features/messages/messages.queries.ts";
import type { MoveRow, SendRow, WrittenRows } from "#server/features/messages/writer.queries.ts";
import type { Mark } from "#server/features/messages/writer.rules.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredMessage } from "../store.ts";
import { findRepeated } from "./messages.ts";

export * from "#server/features/messages/writer.queries.ts";

/* The statements of the writer: rooms locked in id order, then everything judged and written at one moment, one by one. */

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
  move(store, { roomId, userId: message.authorId, msgNo: row.msgNo });
  return toRow("sent", row);
}

function move(store: Store, { roomId, userId, msgNo }: Omit<Mark, "kind">): void {
  const room = store.rooms.get(roomId);
  const place = room?.places.get(userId);
  if (place?.accessStatus !== "ACCEPTED" || place.readMsgNo >= msgNo) return;
  room?.places.set(userId, { ...place, readMsgNo: msgNo, lastReadAt: store.now() });
}

export function insertBatch(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
  marks: readonly Mark[],
): Promise<WrittenRows> {
  const { store, node } = handleOf(connection);
  const roomIds = messages.map(({ roomId }) => roomId);
  return store.lockingStatement(node, roomIds, () => {
    const placeOf = ({ roomId, userId }: Mark) => store.rooms.get(roomId)?.places.get(userId);
    const before = marks.map((mark) => placeOf(mark)?.readMsgNo);
    const sends = new Map(messages.map((message, at) => [at, writeOne(store, message)]));
    const moves = new Map<number, MoveRow>();
    for (const [at, mark] of marks.entries()) {
      move(store, mark);
      const { readMsgNo } = placeOf(mark) ?? {};
      if (readMsgNo === undefined || readMsgNo === before[at]) continue;
      const { lastMsgNo } = store.room(mark.roomId);
      moves.set(at, { readMsgNo, lastMsgNo, wasMarked: false });
    }
    return { at: store.now(), sends, moves };
  });
}

/** Locks of readers are not modelled: only rooms can be busy. */
export function listBusyRooms(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
): Promise<Set<RoomId>> {
  const handle = handleOf(connection);
  const ids = messages.map(({ roomId }) => roomId);
  return handle.run(() => new Set(ids.filter((id) => handle.store.isLocked(id))));
}
