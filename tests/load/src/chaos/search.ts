import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { toApiError, type ChatClient } from "@colbin/client";
import type { MessageId } from "@colbin/protocol";
import { Client } from "pg";
import { createPerson } from "../people.ts";
import { createRandom, type Random } from "./random.ts";
import { openSystem, type System } from "./system.ts";

/*
 * `npm run chaos-search -- --seed S [--people 10] [--faults 200]`: people write, edit and delete in rooms, each message with a word of
 * its own, and some are taken out of a room, while the server is killed again and again. At the end each message is found exactly
 * once by the word that it has now, by nobody who may not read it, and none that was deleted. The same seed draws the same faults.
 */

const { values } = parseArgs({
  options: {
    people: { type: "string", default: "10" },
    faults: { type: "string", default: "200" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});

const ROOMS = 4;
const MANY = "1000000";
const PATIENCE_MS = 120_000;

interface Written {
  readonly slug: string;
  readonly id: MessageId;
  /** Words that it had; the last one it has now. */
  readonly words: string[];
  isDeleted: boolean;
}

interface Writer {
  readonly client: ChatClient;
  readonly written: Written[];
}

/** Until the server answers; a call that changes something may be made twice. */
async function again<T>(call: () => Promise<T>): Promise<T> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!toApiError(error).retryable || performance.now() > until) throw error;
      await sleep(200);
    }
  }
}

let words = 0;
const nextWord = (random: Random): string =>
  `w${(words += 1).toString(36)}q${random.whole(0, 1e9).toString(36)}`;

async function write({ client, written }: Writer, random: Random): Promise<void> {
  const message = random.isHit(0.25) ? random.pick([written.at(-random.whole(1, 40))]) : undefined;
  if (message && !message.isDeleted) {
    const params = { slug: message.slug, id: message.id };
    if (random.isHit(0.4)) {
      message.isDeleted = true;
      await again(() => client.call("deleteMessage", { params }));
    } else {
      const word = nextWord(random);
      message.words.push(word);
      await again(() => client.call("editMessage", { params, body: { content: `now ${word}` } }));
    }
    return;
  }
  const slug = `search-${random.whole(0, ROOMS - 1)}`;
  const word = nextWord(random);
  const clientMessageId = `temp_${crypto.randomUUID()}`;
  const body = { content: `first ${word} 消息`, clientMessageId };
  const sent = await again(() => client.call("sendMessage", { params: { slug }, body }));
  written.push({ slug, id: sent.message.id, words: [word], isDeleted: false });
}

async function openDatabase({ superuser }: System): Promise<Client> {
  const database = new Client(superuser);
  await database.connect();
  return database;
}

/** Until every entry of every log was taken. */
async function followed(database: Client): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  while (performance.now() < until) {
    const { rows } = await database.query<{ left: number }>(
      `select coalesce(sum(r.last_seq - coalesce(p.seq, 0)), 0)::float8 as left
       from rooms r left join log_places p on p.consumer = 'search' and p.room_id = r.id`,
    );
    if (rows[0]?.left === 0) return true;
    await sleep(500);
  }
  return false;
}

/** The faults of what people find. */
async function check(
  reader: ChatClient,
  outsider: ChatClient,
  all: readonly Written[],
): Promise<string[]> {
  const wrong: string[] = [];
  const find = async (client: ChatClient, word: string) => {
    const query = { query: word, scope: "public" as const };
    return (await again(() => client.call("searchAllMessages", { query }))).messages;
  };
  for (const { id, words: own, isDeleted } of all) {
    for (const [place, word] of own.entries()) {
      const wanted = !isDeleted && place === own.length - 1 ? [id] : [];
      const found = (await find(reader, word)).map((message) => message.id);
      if (found.join() !== wanted.join())
        wrong.push(`${word} found ${found.length} times, not ${wanted.length}`);
    }
  }
  for (const { words: own } of all.slice(-200)) {
    const found = await find(outsider, own.at(-1) ?? "");
    if (found.length > 0) wrong.push(`${own.at(-1)} found by somebody who was taken out`);
  }
  return wrong;
}

/** The faults of the table itself. */
async function checkTable(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ doubled: number; missing: number; deleted: number }>(`
    with kept as (
      select s.room_id, l.id, l.line
      from message_search s cross join lateral unnest(string_to_array(s.lines, E'\\n'), s.ids) l (line, id)
    )
    select
      (select count(*) from (select from kept group by id having count(*) > 1) d)::float8 as doubled,
      (select count(*) from messages m where m.type <> 'system' and not m.is_deleted
        and not exists (select from kept k where k.id = m.id and k.line <> ' '))::float8 as missing,
      (select count(*) from kept k join messages m on m.room_id = k.room_id and m.id = k.id
        where m.is_deleted and k.line <> ' ')::float8 as deleted`);
  return Object.entries(rows[0] ?? {}).flatMap(([what, count]) =>
    count > 0 ? [`${count} messages are ${what} in the table`] : [],
  );
}

async function main(): Promise<number> {
  const [seed = 0, people = 0, faults = 0] = [values.seed, values.people, values.faults].map(
    Number,
  );
  console.log(`Search with seed ${seed}: ${people} people, ${faults} kills`);
  const folder = await mkdtemp(join(tmpdir(), "colbin-chaos-search-"));
  await chmod(folder, 0o711);
  const random = createRandom(seed);
  const settings = { API_RATE: MANY, EDIT_RATE: MANY, SEARCH_RATE: MANY };
  const system = await openSystem({ folder, nodes: 1, random: random.fork("system"), settings });
  const slugs = Array.from({ length: ROOMS }, (_, room) => `search-${room}`);
  const writers: Writer[] = [];
  for (let n = 0; n < people; n += 1)
    writers.push({ client: await createPerson(system.baseUrl, `writer-${n}`, slugs), written: [] });
  const outsider = await createPerson(system.baseUrl, "outsider", slugs);
  const isOver = new AbortController();
  const writing = writers.map(async (writer, n) => {
    const own = random.fork(`writer ${n}`);
    while (!isOver.signal.aborted) {
      await write(writer, own);
      await sleep(own.whole(0, 60));
    }
  });
  const faultRandom = random.fork("faults");
  for (let n = 0; n < faults; n += 1) {
    await sleep(faultRandom.whole(100, 1_500));
    await system.nodes[0]?.kill();
    if (n % 20 === 19) console.log(`  ${(performance.now() / 1000).toFixed(0)} s, ${n + 1} kills`);
  }
  const database = await openDatabase(system);
  // The outsider loses all rooms, with what is said in them until the writers end.
  await database.query(
    "update participants p set access_status = 'IDLE', is_banned = true from users u where u.id = p.user_id and u.full_name = 'outsider'",
  );
  isOver.abort();
  await Promise.all(writing);
  const wrong = (await followed(database)) ? [] : ["the log was not followed to its end"];
  wrong.push(...(await checkTable(database)));
  const all = writers.flatMap(({ written }) => written);
  const [reader] = writers;
  if (reader) wrong.push(...(await check(reader.client, outsider, all)));
  const edited = all.filter((each) => each.words.length > 1).length;
  const deleted = all.filter((each) => each.isDeleted).length;
  console.log(
    `${all.length} messages written, ${edited} edited, ${deleted} deleted, ${faults} kills`,
  );
  for (const text of wrong.slice(0, 30)) console.log(`  VIOLATION ${text}`);
  console.log(`${wrong.length} wrong (seed ${seed})`);
  await database.end();
  for (const node of system.nodes) await node.stop();
  await system.close();
  await rm(folder, { recursive: true, force: true });
  return wrong.length === 0 ? 0 : 1;
}

// Left-over timers of clients must not keep the process.
process.exit(await main());
