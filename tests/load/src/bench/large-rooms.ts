import { performance } from "node:perf_hooks";
import type { Client } from "pg";
import { seedWorld, signAccessTokens } from "../seed.ts";
import { fillRooms } from "../seed-messages.ts";
import { createHistogram } from "./histogram.ts";
import { measureRead } from "./read-row.ts";
import type { BenchRow } from "./report.ts";
import { withServer, type BenchServer } from "./server.ts";

/* What a room costs that very many people are in, or came and went. */

const PEOPLE = 50_000;
const LARGE = 10_000;
const SMALL = 10;
const COMINGS = 10_000;
const NEWCOMERS = 20;
const TURNS = 15;
const MESSAGES = 200;
const PAGE = 50;

export async function benchLargeRooms(): Promise<BenchRow[]> {
  return [...(await benchPeopleOfRoom()), ...(await benchComing()), ...(await benchQuietRoom())];
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
      rows.push(await measureRead(server, { ...common, ...each }));
    return rows;
  });
}

/** Joining and leaving a room of many and one of few, whose newest page and people are read as well. */
function benchComing(): Promise<BenchRow[]> {
  return withServer({}, async (server) => {
    const world = await seedWorld(server.database, {
      people: LARGE + NEWCOMERS,
      rooms: 2,
      roomsOf: (person) => (person < SMALL ? [0, 1] : person < LARGE ? [0] : []),
    });
    await fillRooms(server.database, world, MESSAGES);
    await vacuum(server.database);
    const tokens = await signAccessTokens(server.database, world, world.people.slice(LARGE));
    const [reader = ""] = await signAccessTokens(server.database, world, world.people.slice(0, 1));
    const rows: BenchRow[] = [];
    for (const [place, people] of [LARGE, SMALL].entries()) {
      const slug = world.rooms[place]?.slug ?? "";
      rows.push(await measureComing(server, { slug, people, tokens }));
      for (const [what, path] of [
        ["newest page", `messages?limit=${PAGE}`],
        ["its people", `participants?limit=${SMALL}`],
      ] as const)
        rows.push(
          await measureRead(server, {
            what: `${what} of a room of ${toText(people)}`,
            paths: [`/v1/session-room/${slug}/${path}`],
            token: reader,
            expected: path.startsWith("messages") ? PAGE : SMALL,
            barMs: 50,
          }),
        );
    }
    return rows;
  });
}

interface Coming {
  readonly slug: string;
  readonly people: number;
  readonly tokens: readonly string[];
}

async function measureComing(
  { baseUrl }: BenchServer,
  { slug, people, tokens }: Coming,
): Promise<BenchRow> {
  const [joins, leaves] = [createHistogram(), createHistogram()];
  const post = async (path: string, token: string, body: object): Promise<number> => {
    const startedAt = performance.now();
    const response = await fetch(`${baseUrl}/v1/${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
    return performance.now() - startedAt;
  };
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const token of tokens) {
      const body = { sessionRoomSlugs: [slug] };
      joins.record(await post("multi-room-chat/create-or-join", token, body));
      leaves.record(await post(`session-room/${slug}/leave`, token, {}));
    }
  const [p50, p99] = [0.5, 0.99].map((share) => joins.percentile(share).toFixed(1));
  const [left50, left99] = [0.5, 0.99].map((share) => leaves.percentile(share).toFixed(1));
  return {
    id: "rules-rooms 14",
    what: `joining a room of ${toText(people)}, and leaving it`,
    ours: `${left50} / ${left99} ms to leave`,
    latency: `${p50} / ${p99} ms`,
  };
}

/** What a room costs before and after very many have come and gone without a word. */
function benchQuietRoom(): Promise<BenchRow[]> {
  return withServer({}, async (server) => {
    const { database } = server;
    const world = await seedWorld(database, { people: 1, rooms: 1, roomsOf: () => [0] });
    await fillRooms(database, world, MESSAGES);
    const [token = ""] = await signAccessTokens(database, world, world.people);
    const { id, slug } = world.rooms[0] ?? { id: "", slug: "" };
    const rows: BenchRow[] = [];
    for (const after of [0, COMINGS]) {
      await addLines(database, id, 2 * after);
      const what = `of a quiet room after ${toText(after)} joins and leaves`;
      for (const [name, path, expected] of [
        ["newest page", `session-room/${slug}/messages?limit=${PAGE}`, PAGE],
        ["page around a number", `session-room/${slug}/messages?limit=${PAGE}&around=no_100`, PAGE],
        ["unread-summary", "multi-room-chat/unread-summary", 1],
      ] as const)
        rows.push(
          await measureRead(server, {
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

function toText(count: number): string {
  return count.toLocaleString("en");
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
