import type { RoomId } from "@colbin/protocol";
import type { LogPlace, LogRow, LogSlice } from "#server/features/messages/log.queries.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { Store, LogEntry, StoredEvent } from "../store.ts";
import { toMessageRow } from "./messages.ts";

export * from "#server/features/messages/log.queries.ts";

export function insertRoomEvent(
  tx: Tx,
  roomId: RoomId,
  event: { readonly seq: number; readonly kind: string; readonly payload: unknown },
): Promise<void> {
  const handle = handleOf(tx);
  return handle.run(() => {
    const { store, work } = handle;
    if (!work?.held.has(roomId)) throw new Error("An event was written without the room's lock");
    work.changes.push(() => store.append(store.room(roomId), [event as StoredEvent]));
  });
}

function toRow(store: Store, entry: LogEntry): LogRow {
  return entry.kind === null ? { kind: null, ...toMessageRow(store, entry) } : entry;
}

export function listLogsAfter(
  db: Db,
  places: readonly LogPlace[],
  { limit }: { readonly limit: number; readonly maxChars: number },
): Promise<LogSlice[]> {
  const handle = handleOf(db);
  return handle.run(() =>
    places.map(({ roomId, afterSeq }) => {
      const { log } = handle.store.room(roomId);
      const rows = log.slice(afterSeq, afterSeq + limit).map((each) => toRow(handle.store, each));
      return { headSeq: log.length, rows };
    }),
  );
}

export async function listLogAfter(
  db: Db,
  roomId: RoomId,
  afterSeq: number,
  bounds: { readonly limit: number; readonly maxChars: number },
): Promise<LogSlice> {
  const [slice] = await listLogsAfter(db, [{ roomId, afterSeq }], bounds);
  if (!slice) throw new Error("Every place has a slice");
  return slice;
}
