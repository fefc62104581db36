import type { Client } from "pg";
import { setTimeout as sleep } from "node:timers/promises";
import { seedWorld, signAccessTokens, type World } from "../seed.ts";
import { createTexts, fillWithTexts, type Texts } from "../seed-texts.ts";
import { formatCount, formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * P10: search over all rooms of somebody who is in all of them, and in the largest one, which has half of the messages; and the same
 * words by the text search of PostgreSQL over the same messages, as Zulip asks it (a column of English lexemes with a GIN index).
 */

export interface SearchSizes {
  readonly rooms: number;
  readonly messages: number;
  /** Questions of a kind. */
  readonly questions: number;
}

const FULL: SearchSizes = {
  rooms: 200,
  messages: Number(process.env["BENCH_MESSAGES"] ?? 1_000_000),
  questions: 60,
};
const BAR_P99 = 100;
const SEED = 25;

interface Kind {
  readonly name: string;
  /** Of so many questions of the kind this one. */
  readonly ask: (place: number) => string;
  /** Is it one that may take longer? */
  readonly isRarest?: boolean;
}

export async function benchSearch(sizes: SearchSizes = FULL): Promise<BenchReport> {
  // Else the links of the messages are looked up, all of them at once, while it is asked.
  const settings = { SEARCH_RATE: "1000000", API_RATE: "1000000", LINK_PREVIEWS: "off" };
  return withServer(settings, async (server) => {
    const { database } = server;
    const world = await seedWorld(database, {
      people: 40,
      rooms: sizes.rooms,
      roomsOf: () => Array.from({ length: sizes.rooms }, (_, room) => room),
    });
    const texts = createTexts(SEED);
    const half = Math.floor(sizes.messages / 2);
    const others = Math.floor(half / (sizes.rooms - 1));
    await fillWithTexts(database, world, (room) => (room === 0 ? half : others), texts);
    await followed(database);
    const stored = await readSizes(database);
    const kinds = await makeKinds(database, texts);
    const rows = await askAll(server, world, kinds, sizes);
    const peers = await askPeer(database, world, kinds, sizes);
    return {
      title: `Search in ${formatCount(sizes.messages)} messages (P10)`,
      rows: rows.map((row, place) => ({ ...row, peers: peers[place % kinds.length] ?? [] })),
      notes: [
        `${stored}; ${await readDatabaseVersion(database)}; one question at a time, ${sizes.questions} of a kind; server and database share the cores`,
        "Peer: column of English lexemes with a GIN index, the newest 50 of all rooms; 'finds' is the part of the questions that it answers with a message",
      ],
    };
  });
}

/** Until the server has read all of it into its table, and has done what else it does with new messages. */
async function followed(database: Client): Promise<void> {
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      `select coalesce(sum(r.last_seq - coalesce(p.seq, 0)), 0)::float8 as left
       from rooms r left join log_places p on p.consumer = 'search' and p.room_id = r.id`,
    );
    if (rows[0]?.left === 0) break;
    console.error(`  ${formatCount(rows[0]?.left ?? 0)} messages are not in search yet`);
    await sleep(10_000);
  }
  for (;;) {
    const { rows } = await database.query<{ left: number }>(
      "select count(*)::float8 as left from jobs.job_common where name = 'previews.look' and state < 'completed'",
    );
    if (rows[0]?.left === 0) break;
    console.error(`  ${formatCount(rows[0]?.left ?? 0)} jobs are left`);
    await sleep(5_000);
  }
  await database.query("vacuum analyze message_search");
}

async function readSizes(database: Client): Promise<string> {
  const { rows } = await database.query<{ rows: number; index: number }>(
    `select pg_table_size('message_search')::float8 / count(*) as rows, pg_indexes_size('message_search')::float8 / count(*) as index
     from messages where type <> 'system'`,
  );
  return `search takes ${rows[0]?.rows.toFixed(0)} bytes a message in its table and ${rows[0]?.index.toFixed(0)} in its indexes`;
}

async function makeKinds(database: Client, texts: Texts): Promise<Kind[]> {
  const { rows } = await database.query<{ content: string }>(
    "select content from messages tablesample system (0.5) where type = 'text' limit 4000",
  );
  const written = rows.map(({ content }) => content);
  const sentences = written.filter((text) => /^[a-z]+ [a-z]+ [a-z]+/.test(text));
  const ideographs = written.filter((text) => text >= "\u4e00");
  const pick = (from: readonly string[], place: number) => from[(place * 37) % from.length] ?? "";
  const day = (place: number) =>
    new Date(Date.now() - (5 + place * 4) * 24 * 60 * 60_000).toISOString().slice(0, 10);
  return [
    { name: "common word", ask: (place) => texts.word(3 + place) },
    { name: "word in between", ask: (place) => texts.word(800 + place * 20) },
    { name: "rare word", ask: (place) => texts.word(texts.words - 200 - place * 40) },
    { name: "substring", ask: (place) => texts.word(5_000 + place * 300).slice(1) },
    { name: "two words", ask: (place) => pick(sentences, place).split(" ").slice(1, 3).join(" ") },
    {
      name: "phrase",
      ask: (place) => `"${pick(sentences, place).split(" ").slice(0, 3).join(" ")}"`,
    },
    { name: "two ideographs", ask: (place) => pick(ideographs, place).slice(1, 3) },
    { name: "one ideograph", ask: (place) => pick(ideographs, place).slice(2, 3) },
    { name: "author", ask: (place) => `from:load.p${1 + (place % 40)}` },
    {
      name: "author and word",
      ask: (place) => `from:load.p${1 + (place % 40)} ${texts.word(300 + place)}`,
    },
    { name: "day and word", ask: (place) => `on:${day(place)} ${texts.word(20 + place)}` },
    { name: "has:code and word", ask: (place) => `has:code ${texts.word(200 + place)}` },
    { name: "nobody wrote it", ask: (place) => `${texts.word(place + 100)}qzx${place}` },
    {
      name: "two letters that nobody wrote",
      ask: (place) => `${"qjxvz"[place % 5]}7`,
      isRarest: true,
    },
  ];
}

async function askAll(
  server: BenchServer,
  world: World,
  kinds: readonly Kind[],
  { questions }: SearchSizes,
): Promise<BenchRow[]> {
  const { baseUrl, database } = server;
  const [token] = await signAccessTokens(database, world, world.people.slice(0, 1));
  const slug = world.rooms[0]?.slug;
  const rows: BenchRow[] = [];
  for (const [where, path] of [
    ["all rooms", "/v1/search/messages"],
    ["the largest room", `/v1/session-room/${slug}/messages/search`],
  ] as const) {
    for (const kind of kinds) {
      const times: number[] = [];
      let total = 0;
      const before = server.cpu();
      for (let place = -3; place < questions; place += 1) {
        const begun = performance.now();
        const query = encodeURIComponent(kind.ask(Math.max(place, 0)));
        const answer = await fetch(`${baseUrl}${path}?query=${query}`, {
          headers: { authorization: `Bearer ${token}` },
        });
        const found = (await answer.json()) as { readonly total?: number };
        if (found.total === undefined) throw new Error(`A search failed: ${JSON.stringify(found)}`);
        if (place < 0) continue;
        times.push(performance.now() - begun);
        total += found.total;
      }
      const after = server.cpu();
      const each = (part: "serverS" | "databaseS") =>
        (((after[part] - before[part]) / (questions + 3)) * 1000).toFixed(1);
      const figures = percentiles(times);
      rows.push({
        id: "P10",
        what: `${where}: ${kind.name}`,
        ours: `${formatCount(total / questions)} found`,
        latency: formatLatency(figures),
        cpu: `server ${each("serverS")}, database ${each("databaseS")} ms each`,
        ...(kind.isRarest ? {} : { bar: `p99 ${BAR_P99} ms`, met: figures.p99 <= BAR_P99 }),
      });
    }
  }
  return rows;
}

function percentiles(times: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** The same words, without filters, as Zulip asks for them; a row a kind. */
async function askPeer(
  database: Client,
  world: World,
  kinds: readonly Kind[],
  { questions }: SearchSizes,
): Promise<NonNullable<BenchRow["peers"]>[]> {
  const begun = performance.now();
  await database.query("set statement_timeout = 0; set default_text_search_config = 'english'");
  await database.query(
    `create table peer as select room_id, id, created_at, content, to_tsvector('english', content) as lexemes from messages`,
  );
  await database.query("create index peer_lexemes on peer using gin (lexemes)");
  await database.query("create index peer_newest on peer (created_at desc)");
  await database.query("vacuum analyze peer");
  console.error(`  peer built in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
  const roomIds = world.rooms.map(({ id }) => id);
  const peers: NonNullable<BenchRow["peers"]>[] = [];
  for (const kind of kinds) {
    const times: number[] = [];
    let finds = 0;
    for (let place = 0; place < questions; place += 1) {
      const text = kind
        .ask(place)
        .replaceAll(/(?:from|on|has):\S+/g, "")
        .trim();
      if (text === "") continue;
      const phrase = text.startsWith('"') ? `%${text.slice(1, -1)}%` : "%";
      const asked = performance.now();
      // Zulip adds ILIKE for what stands in quotes.
      const { rowCount } = await database.query(
        `select id from peer where room_id = any ($1::uuid[]) and lexemes @@ plainto_tsquery('english', $2) and content ilike $3
         order by created_at desc limit 50`,
        [roomIds, text, phrase],
      );
      times.push(performance.now() - asked);
      if ((rowCount ?? 0) > 0) finds += 1;
    }
    const share = `finds ${((finds / questions) * 100).toFixed(0)} %`;
    peers.push(
      times.length === 0
        ? []
        : [{ name: "tsvector", figure: `${formatLatency(percentiles(times))}, ${share}` }],
    );
  }
  return peers;
}
