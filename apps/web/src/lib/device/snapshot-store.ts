import type { SnapshotStore } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import type { Change } from "./rows.ts";
import type { Key, Table } from "./schema.ts";
import { device } from "./store.ts";

/** Until the page ends, which would keep its state once more. */
let isForgotten = false;
/** How often all was dropped: what was begun before is written no more. */
let drops = 0;

/** Drops all that is kept, and nothing is kept any more by this page. */
export async function forgetSnapshots(): Promise<void> {
  isForgotten = true;
  await deviceSnapshots.clear();
}

/** The last known state of the chat as rows of the device. */
export const deviceSnapshots: SnapshotStore = {
  async read({ userId, workspaceId }) {
    const place = [userId, workspaceId];
    // The chat begins without it after its own patience, and shows it still when it comes.
    await device.whenOpen();
    const [lists, rooms] = await Promise.all([
      device.read("lists", place),
      device.read("rooms", place),
    ]);
    const [list] = lists;
    return list && { list: list.value, rooms: rooms.map(({ value }) => value) };
  },
  async write({ userId, workspaceId }, { list, rooms, changed }) {
    if (isForgotten) return;
    const before = drops;
    const place = [userId, workspaceId];
    const toKey = (roomId: string): Key => [...place, roomId];
    const [lists, stored] = await Promise.all([device.keys("lists", []), device.keys("rooms", [])]);
    if (drops !== before) return;
    const there = new Set(stored.map(String));
    const kept = new Set([...rooms.keys()].map((roomId) => String(toKey(roomId))));
    const isNew = (roomId: RoomId): boolean =>
      changed.has(roomId) || !there.has(String(toKey(roomId)));
    await device.write([
      ...drop(
        "lists",
        lists.filter((key) => String(key) !== String(place)),
      ),
      ...drop(
        "rooms",
        stored.filter((key) => !kept.has(String(key))),
      ),
      ...[...rooms]
        .filter(([roomId]) => isNew(roomId))
        .map(([roomId, value]): Change => ({ table: "rooms", key: toKey(roomId), value })),
      ...(list ? [{ table: "lists" as const, key: place, value: list }] : []),
    ]);
  },
  async clear() {
    drops += 1;
    await device.write([
      { table: "lists", key: [] },
      { table: "rooms", key: [] },
    ]);
  },
};

function drop(table: Table, keys: readonly Key[]): Change[] {
  return keys.map((key) => ({ table, key }));
}
