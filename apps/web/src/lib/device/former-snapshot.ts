import { resultOf } from "./requests.ts";
import type { Change } from "./rows.ts";

/** Beside the first version of the database: a text with the state of the chat. */
const DATABASE = "colbin-snapshots";

interface FormerSnapshot {
  readonly version: number;
  readonly logEpoch: string;
  readonly userId: string;
  readonly workspaceId: string;
  readonly subscriptions: readonly { readonly sessionRoomSlug: string; readonly roomId: string }[];
  readonly pages: readonly { readonly slug: string }[];
}

/** As rows; none where it cannot be read, for then the server has it. The former database goes. */
export async function takeFormerSnapshot(): Promise<readonly Change[]> {
  try {
    return toRows(JSON.parse(String(await readLast())) as FormerSnapshot);
  } catch {
    return [];
  } finally {
    // A tab of that version may hold it a while longer.
    indexedDB.deleteDatabase(DATABASE);
  }
}

async function readLast(): Promise<unknown> {
  const db = await resultOf(indexedDB.open(DATABASE));
  try {
    return await resultOf(db.transaction("snapshots").objectStore("snapshots").get("last"));
  } finally {
    db.close();
  }
}

function toRows({ pages, ...former }: FormerSnapshot): Change[] {
  const { version, logEpoch, userId, workspaceId, subscriptions } = former;
  const ids = new Map(subscriptions.map((each) => [each.sessionRoomSlug, each.roomId]));
  const rooms = pages.flatMap(({ slug, ...page }) => {
    const roomId = ids.get(slug);
    return roomId === undefined ? [] : [{ version, logEpoch, roomId, slug, ...page }];
  });
  const list = { ...former, rooms: rooms.map(({ roomId }) => roomId) };
  return [
    { table: "lists", key: [userId, workspaceId], value: list },
    ...rooms.map((room) => ({
      table: "rooms" as const,
      key: [userId, workspaceId, room.roomId],
      value: room,
    })),
  ];
}
