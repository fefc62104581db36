import type { RoomId, UserId } from "@colbin/protocol";
import type { LogPlace, LogRow, LogSlice, Named } from "#server/features/log/log.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { LogEntry } from "../store.ts";
import { locked } from "./rooms.ts";

export * from "#server/features/log/log.queries.ts";

export function insertRoomEvent(tx: Tx, roomId: RoomId, row: Omit<LogRow, "seq">): Promise<number> {
  const { store, run, work } = locked(tx, roomId);
  return run(() => {
    const seq = work.takeSeq(store.room(roomId));
    work.changes.push(() => store.append(store.room(roomId), [{ ...row, seq } as LogEntry]));
    return seq;
  });
}

function toRow(entry: LogEntry): LogRow {
  if (entry.kind !== null) return entry;
  const { seq, authorId: actorId, id: messageId, type } = entry;
  const clientMessageId = type === "system" ? null : entry.clientMessageId;
  return { seq, kind: "message_new", actorId, messageId, facts: { clientMessageId } };
}

export function listLogsAfter(
  db: Db,
  places: readonly LogPlace[],
  { limit }: { readonly limit: number; readonly maxBytes: number },
): Promise<LogSlice[]> {
  const handle = handleOf(db);
  return handle.run(() =>
    places.map(({ roomId, afterSeq }) => {
      const { log } = handle.store.room(roomId);
      return {
        headSeq: log.length,
        purgedSeq: 0,
        rows: log.slice(afterSeq, afterSeq + limit).map(toRow),
      };
    }),
  );
}

export function listNames(db: Db, ids: readonly UserId[]): Promise<ReadonlyMap<UserId, Named>> {
  const handle = handleOf(db);
  const named = (id: UserId): Named => {
    return { id, fullName: handle.store.users.get(id)?.name ?? "", isGuest: false };
  };
  return handle.run(() => new Map(ids.map((id) => [id, named(id)])));
}
