import type { MessageId, RoomId } from "@colbin/protocol";
import type { Pool } from "pg";
import type {
  MessageRow,
  MessageSlice,
  NewMessage,
  SendQuestion,
  SendStanding,
} from "#server/features/messages/messages.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredMessage, StoredRoom } from "../store.ts";
import { listRoomHeads, locked } from "./rooms.ts";

export * from "#server/features/messages/messages.queries.ts";

function toMessageRow(store: Store, roomId: RoomId, message: StoredMessage): MessageRow {
  const { kind: _kind, sentHash: _sentHash, ...row } = message;
  return {
    ...row,
    roomId,
    stateSeq: row.seq,
    authorName: store.users.get(message.authorId)?.name ?? "",
    authorAvatar: null,
    authorIsGuest: false,
    updatedAt: message.createdAt,
    isEdited: false,
    isDeleted: false,
    revision: 1,
    parts: 0,
    threadId: null,
    replyNo: null,
    isSilent: false,
    isScheduled: false,
    removedBy: null,
  };
}

export function messagesOf(room: StoredRoom): StoredMessage[] {
  return room.log.filter((entry): entry is StoredMessage => entry.kind === null);
}

/** What somebody sent first under one of their ids. */
export function findRepeated(
  room: StoredRoom | undefined,
  { authorId, clientMessageId }: Pick<StoredMessage, "authorId" | "clientMessageId">,
): StoredMessage | undefined {
  return (
    room &&
    messagesOf(room).find(
      (each) => each.authorId === authorId && each.clientMessageId === clientMessageId,
    )
  );
}

export async function listSendStandings(
  pool: Pool,
  questions: readonly SendQuestion[],
): Promise<(SendStanding | null)[]> {
  const { store } = handleOf(pool);
  const heads = await listRoomHeads(
    pool,
    questions.map((reader) => ({ reader, slug: reader.slug })),
  );
  return heads.map((head, place) => {
    const { userId: authorId, clientMessageId = "" } = questions[place] ?? {};
    if (!head || !authorId) return null;
    const room = store.rooms.get(head.id);
    return { ...head, isRepeated: findRepeated(room, { authorId, clientMessageId }) !== undefined };
  });
}

export function insertSystemMessage(tx: Tx, message: NewMessage): Promise<number> {
  const { roomId, ...columns } = message;
  const { store, run, work } = locked(tx, roomId);
  return run(() => {
    const createdAt = store.now();
    const seq = work.takeSeq(store.room(roomId));
    const sentHash = message.sentHash.toString("hex");
    const row = { kind: null, ...columns, sentHash, seq, msgNo: null, createdAt };
    work.own.set(row.id, row);
    work.changes.push(() => store.append(store.room(roomId), [row]));
    return seq;
  });
}

/** What is written in the same transaction is there already. */
export function listMessagesById(
  db: Db,
  refs: readonly { readonly roomId: RoomId; readonly id: MessageId }[],
): Promise<MessageRow[]> {
  const { store, run } = bound(db);
  const own = handleOf(db).work?.own;
  return run(() =>
    refs.flatMap(({ roomId, id }) => {
      const known = own?.get(id) ?? messagesOf(store.room(roomId)).find((each) => each.id === id);
      return known ? [toMessageRow(store, roomId, known)] : [];
    }),
  );
}

export function findMessageBySeq(
  db: Db,
  roomId: RoomId,
  seq: number,
): Promise<MessageRow | undefined> {
  const { store, run } = bound(db);
  return run(() => {
    const entry = store.room(roomId).log[seq - 1];
    return entry?.kind === null ? toMessageRow(store, roomId, entry) : undefined;
  });
}

export function listNewestMessages(
  pool: Pool,
  roomId: RoomId,
  limit: number,
): Promise<MessageSlice> {
  const handle = handleOf(pool);
  return handle.run(() => {
    const room = handle.store.room(roomId);
    const newest = messagesOf(room).toReversed().slice(0, limit);
    return {
      headSeq: room.log.length,
      rows: newest.map((each) => toMessageRow(handle.store, roomId, each)),
    };
  });
}

function bound(db: Db | Tx) {
  const handle = handleOf(db);
  return {
    store: handle.store,
    run: <T>(statement: () => T): Promise<T> => handle.run(statement),
  };
}
