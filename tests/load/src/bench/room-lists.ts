import type { Client } from "pg";
import { readPages } from "../reading/measure.ts";
import { fillRooms } from "../seed-messages.ts";
import { seedWorld, signAccessTokens } from "../seed.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * What somebody who is in very many rooms waits for when the app starts: the list of their rooms and their unread counts, alone on a
 * server with a million messages. And the people of a very large room, page by page.
 */

const ROOMS = 5_000;
const FEWER_ROOMS = 1_000;
const MESSAGES_PER_ROOM = 200;
const PEOPLE = 50_000;
const PAGE = 50;
const SECONDS = 6;
const COMINGS = 10_000;

interface Case {
  readonly what: string;
  readonly paths: readonly string[];
  /** Who asks. */
  readonly token: string;
  readonly expected: number;
  readonly barMs: number;
}

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
          await measure(server, {
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
    rows: [...lists.rows, ...(await benchPeopleOfRoom()), ...(await benchQuietRoom())],
    notes: [
      `one at a time in a closed loop; ${formatCount(ROOMS * MESSAGES_PER_ROOM)} messages, and a room of ${formatCount(PEOPLE)}`,
      `${lists.version}; server, database and generator share the cores`,
    ],
  };
}

function benchPeopleOfRoom(): Promise<BenchRow[]> {
  return withServer({}, async (server) => {
    const { database } = server;
    const world = await seedWorld(database, { people: PEOPLE, rooms: 1, roomsOf: () => [0] });
    await vacuum(database);
    const [token = ""] = await signAccessTokens(database, world, world.people.slice(0, 1));
    const path = `/v1/session-room/${world.rooms[0]?.slug}/participants?limit=${PAGE}`;
    const pageAt = (page: number) => `${path}&page=${page}`;
    const common = { token, barMs: 50 };
    const rows: BenchRow[] = [];
    for (const each of [
      { what: "first page of its people", paths: [pageAt(1)], expected: PAGE },
      {
        what: "pages of its people all over",
        paths: [20, 200, 500, 900].map(pageAt),
        expected: PAGE,
      },
      { what: "its people, searched", paths: [`${path}&search=load%204`], expected: PAGE },
    ])
      rows.push(await measure(server, { ...common, ...each }));
    return rows;
  });
}

/** What a room costs before and after very many have come and gone without a word. */
function benchQuietRoom(): Promise<BenchRow[]> {
  return withServer({}, async (server) => {
    const { database } = server;
    const world = await seedWorld(database, { people: 1, rooms: 1, roomsOf: () => [0] });
    await fillRooms(database, world, MESSAGES_PER_ROOM);
    const [token = ""] = await signAccessTokens(database, world, world.people);
    const { id, slug } = world.rooms[0] ?? { id: "", slug: "" };
    const rows: BenchRow[] = [];
    for (const after of [0, COMINGS]) {
      await addLines(database, id, 2 * after);
      const what = `of a quiet room after ${formatCount(after)} joins and leaves`;
      for (const [name, path, expected] of [
        ["newest page", `session-room/${slug}/messages?limit=${PAGE}`, PAGE],
        ["page around a number", `session-room/${slug}/messages?limit=${PAGE}&around=no_100`, PAGE],
        ["unread-summary", "multi-room-chat/unread-summary", 1],
      ] as const)
        rows.push(
          await measure(server, {
            what: `${name} ${what}`,
            paths: [`/v1/${path}`],
            token,
            expected,
            barMs: 50,
          }),
        );
    }
    return rows;
  });
}

/** Lines of the system, which have no number, as so many people would leave behind who come and go. */
async function addLines(database: Client, roomId: string, lines: number): Promise<void> {
  await database.query(
    `insert into messages (room_id, seq, id, author_id, client_message_id, sent_hash, content, type, created_at, updated_at)
     select r.id, r.last_seq + 2 * n, uuidv7(), p.user_id, 'line_' || n, '', 'Somebody joined', 'system', now(), now()
     from rooms r join participants p on p.room_id = r.id, generate_series(1, $2::integer) n where r.id = $1`,
    [roomId, lines],
  );
  await database.query("update rooms set last_seq = last_seq + 2 * $2::integer where id = $1", [
    roomId,
    lines,
  ]);
  await database.query("vacuum analyze messages, rooms");
}

async function vacuum(database: Client): Promise<void> {
  await database.query("vacuum analyze users, workspace_members, participants, rooms");
}

async function measure(server: BenchServer, asked: Case): Promise<BenchRow> {
  const { what, paths, token, expected, barMs } = asked;
  const requests = paths.map((path) => ({ path, token }));
  const plan = { inFlight: 1, seconds: SECONDS, requests, expected };
  const { figures, serverShare, databaseShare } = await readPages(server, plan);
  if (figures.wrong > 0) throw new Error(`${figures.wrong} answers were not ${what}`);
  return {
    id: "rules-rooms 11",
    what,
    ours: `${formatCount(figures.answers / figures.seconds)}/s`,
    latency: formatLatency(figures),
    cpu: `server ${formatShare(serverShare)}, database ${formatShare(databaseShare)}, generator ${formatShare(figures.generatorShare)}`,
    bar: `p99 ${barMs} ms`,
    met: figures.p99 <= barMs,
  };
}
