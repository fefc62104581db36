import { fillRooms } from "../seed-messages.ts";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { benchLargeRooms } from "./large-rooms.ts";
import { measureRead } from "./read-row.ts";
import { formatCount, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer } from "./server.ts";

/*
 * What somebody who is in very many rooms waits for when the app starts: the list of their rooms and their unread counts, alone on a
 * server with a million messages. And very large rooms.
 */

const ROOMS = 5_000;
const FEWER_ROOMS = 1_000;
const MESSAGES_PER_ROOM = 200;

export async function benchRoomLists(): Promise<BenchReport> {
  const lists = await withServer({}, async (server) => {
    // The first is in all rooms, the second in a part of them.
    const counts = [ROOMS, FEWER_ROOMS] as const;
    const world = await seedWorld(server.database, {
      people: counts.length,
      rooms: ROOMS,
      roomsOf: (person) => Array.from({ length: counts[person] ?? 0 }, (_, room) => room),
    });
    await fillRooms(server.database, world, MESSAGES_PER_ROOM);
    const tokens = await signAccessTokens(server.database, world, world.people);
    const rows: BenchRow[] = [];
    for (const [person, expected] of counts.entries()) {
      const token = tokens[person] ?? "";
      const barMs = expected > FEWER_ROOMS ? 300 : 50;
      const of = `of ${formatCount(expected)} rooms`;
      for (const [name, path] of [
        ["my-rooms", "session-room/my-rooms"],
        ["unread-summary", "multi-room-chat/unread-summary"],
      ])
        rows.push(
          await measureRead(server, {
            what: `${name} ${of}`,
            paths: [`/v1/${path}`],
            token,
            expected,
            barMs,
          }),
        );
    }
    return { rows, version: await readDatabaseVersion(server.database) };
  });
  return {
    title: "Lists of rooms, and the people of a large room",
    rows: [...lists.rows, ...(await benchLargeRooms())],
    notes: [
      `one at a time in a closed loop; ${formatCount(ROOMS * MESSAGES_PER_ROOM)} messages`,
      `${lists.version}; server, database and generator share the cores`,
    ],
  };
}
