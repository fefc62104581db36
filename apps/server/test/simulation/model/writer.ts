import type { RoomId } from "@colbin/protocol";
import type { NewMessage } from "#server/features/messages/messages.queries.ts";
import type {
  MovedReader,
  SendRow,
  WritableSend,
  WrittenBatch,
  WrittenMessage,
} from "#server/features/messages/writer.queries.ts";
import type { BatchRows, PlannedSend } from "#server/features/messages/writer.rules.ts";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import { handleOf } from "../database.ts";
import { SqlError, type Store, type StoredMessage, type StoredRoom } from "../store.ts";
import { messagesOf } from "./messages.ts";

export * from "#server/features/messages/writer.queries.ts";

/*
 * The statements of the writer (migrations 0001 and 0003): rooms locked in id order, then everything judged and written at one
 * moment. The fast ones write all or nothing, and refuse whatever is not plainly allowed and new.
 */

function notPlain(): SqlError {
  return new SqlError("CB001", "a send needs judging");
}

type Verdict = SendRow["outcome"];

function judge(store: Store, message: NewMessage, first: StoredMessage | undefined): Verdict {
  const room = store.rooms.get(message.roomId);
  if (first) {
    const isSame = first.sentHash === message.sentHash.toString("hex");
    return isSame ? "duplicate" : "IDEMPOTENCY_CONFLICT";
  }
  if (!room || room.status === "INACTIVE") return "ROOM_NOT_FOUND";
  const isIn = room.places.get(message.authorId)?.accessStatus === "ACCEPTED";
  return isIn ? "sent" : "NOT_SUBSCRIBED";
}

function findFirst(store: Store, message: NewMessage): StoredMessage | undefined {
  const room = store.rooms.get(message.roomId);
  return (
    room &&
    messagesOf(room).find(
      (each) =>
        each.authorId === message.authorId && each.clientMessageId === message.clientMessageId,
    )
  );
}

/** Appends to the logs of the rooms, in the order of the messages, and moves their authors' positions. */
function write(store: Store, messages: readonly NewMessage[]): Map<NewMessage, StoredMessage> {
  const at = store.now();
  const written = new Map<NewMessage, StoredMessage>();
  const byRoom = new Map<StoredRoom, StoredMessage[]>();
  for (const message of messages) {
    const room = store.room(message.roomId);
    const list = byRoom.get(room) ?? [];
    const { roomId: _roomId, ...columns } = message;
    const row: StoredMessage = {
      kind: null,
      ...columns,
      sentHash: message.sentHash.toString("hex"),
      seq: room.log.length + list.length + 1,
      msgNo: room.lastMsgNo + list.length + 1,
      createdAt: at,
    };
    byRoom.set(room, [...list, row]);
    written.set(message, row);
  }
  for (const [room, rows] of byRoom) {
    room.lastMsgNo += rows.length;
    room.lastActivityAt = at;
    for (const { authorId, msgNo } of rows) moveTo(store, room, authorId, msgNo ?? 0);
    store.append(room, rows);
  }
  return written;
}

function moveTo(store: Store, room: StoredRoom, userId: StoredMessage["authorId"], to: number) {
  const place = room.places.get(userId);
  if (place?.accessStatus !== "ACCEPTED" || place.readMsgNo >= to) return false;
  room.places.set(userId, { ...place, readMsgNo: to, lastReadAt: store.now() });
  return true;
}

function nameOf(store: Store, message: NewMessage): string {
  return store.users.get(message.authorId)?.name ?? "";
}

function isPlain(store: Store, message: NewMessage): boolean {
  return judge(store, message, findFirst(store, message)) === "sent";
}

export function insertMessage(
  connection: DedicatedConnection,
  message: NewMessage,
): Promise<WrittenMessage> {
  const { store, node } = handleOf(connection);
  return store.lockingStatement(node, [message.roomId], () => {
    if (!isPlain(store, message)) throw notPlain();
    const row = write(store, [message]).get(message);
    return {
      seq: row?.seq ?? 0,
      msgNo: row?.msgNo ?? 0,
      createdAt: store.now(),
      authorName: nameOf(store, message),
      authorAvatar: null,
    };
  });
}

export function insertBatch(
  connection: DedicatedConnection,
  { rooms, readers, sends }: BatchRows<WritableSend>,
): Promise<WrittenBatch> {
  const { store, node } = handleOf(connection);
  const ids = rooms.map(({ id }) => id);
  return store.lockingStatement(node, ids, () => {
    const messages = sends.map(({ send }) => send.message);
    if (!messages.every((message) => isPlain(store, message))) throw notPlain();
    write(store, messages);
    const moved = new Map<number, MovedReader>();
    for (const { roomId, userId, place, mark, room } of readers) {
      const stored = store.rooms.get(roomId);
      if (!stored) continue;
      const hasMoved = moveTo(store, stored, userId, mark);
      if (!hasMoved && !room) continue;
      moved.set(place, {
        fullName: store.users.get(userId)?.name ?? "",
        avatarUrl: null,
        readMsgNo: stored.places.get(userId)?.readMsgNo ?? 0,
        lastMsgNo: stored.lastMsgNo,
      });
    }
    const stands = ids.map((id) => store.room(id));
    return {
      at: store.now(),
      times: stands.map(() => store.now()),
      seqs: stands.map(({ log }) => log.length),
      msgNos: stands.map(({ lastMsgNo }) => lastMsgNo),
      readers: moved,
    };
  });
}

export function insertJudged(
  connection: DedicatedConnection,
  messages: readonly NewMessage[],
): Promise<SendRow[]> {
  const { store, node } = handleOf(connection);
  const ids = messages.map(({ roomId }) => roomId);
  return store.lockingStatement(node, ids, () => {
    const judged = messages.map((message) => {
      const first = findFirst(store, message);
      return { message, first, outcome: judge(store, message, first) };
    });
    const allowed = judged.filter(({ outcome }) => outcome === "sent");
    const written = write(
      store,
      allowed.map(({ message }) => message),
    );
    return judged.map(({ message, first, outcome }) => {
      const row = first ?? written.get(message);
      return {
        outcome,
        seq: row?.seq ?? 0,
        msg_no: row?.msgNo ?? 0,
        created_at: row?.createdAt ?? store.now(),
        author_name: nameOf(store, message),
        author_avatar: null,
      };
    });
  });
}

/** Locks of readers are not modelled: only rooms can be busy. */
export function listBusyRooms(
  connection: DedicatedConnection,
  { rooms }: BatchRows<PlannedSend>,
): Promise<Set<RoomId>> {
  const handle = handleOf(connection);
  const { store } = handle;
  return handle.run(() => new Set(rooms.map(({ id }) => id).filter((id) => store.isLocked(id))));
}
