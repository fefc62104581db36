import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isSend, roomKeyOf, visibleMessages, type ChatClient } from "@colbin/client";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "./cluster.ts";
import { createPerson } from "./people.ts";

/*
 * Three real processes on one database and one NATS, a proxy in front, and people who write all the time through the client of
 * the product (R7).
 */

const PATIENCE_MS = 120_000;
const rooms = ["harbour", "garden"];
const SEND_EVERY_MS = 40;
const READ_EVERY_MS = 50;

let folder: string;
let cluster: Cluster;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "colbin-rolling-"));
  cluster = await startCluster({ folder });
}, PATIENCE_MS);

afterAll(async () => {
  await cluster.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
}, PATIENCE_MS);

interface Crowd {
  readonly people: readonly ChatClient[];
  readonly sent: string[];
  /** What a person would have been shown as a failure. */
  readonly errors: string[];
  stop(): Promise<void>;
}

function idOf({ store }: ChatClient, slug: string) {
  return roomKeyOf(store.getSnapshot(), slug);
}

/** People in every room who send and read without a pause. */
async function startCrowd(name: string): Promise<Crowd> {
  const people: ChatClient[] = [];
  const errors: string[] = [];
  const sent: string[] = [];
  for (let person = 0; person < 6; person += 1) {
    const client = await createPerson(cluster.proxy.baseUrl, `${name}-${person}`, rooms);
    for (const room of rooms) await client.rooms.open(idOf(client, room));
    client.store.subscribe(() => {
      if (client.store.getSnapshot().connectionStatus === "error")
        errors.push("unable to reconnect");
    });
    people.push(client);
  }
  const run = { isOver: false };
  const write = async (client: ChatClient, person: number): Promise<void> => {
    for (let number = 0; !run.isOver; number += 1) {
      const content = `${name} ${person} says ${number}`;
      sent.push(content);
      await client.messages.send(idOf(client, rooms[number % rooms.length] ?? ""), content);
      await sleep(SEND_EVERY_MS);
    }
  };
  const read = async (client: ChatClient): Promise<void> => {
    while (!run.isOver) {
      await client.rooms.card("harbour").catch((error: unknown) => errors.push(String(error)));
      await sleep(READ_EVERY_MS);
    }
  };
  const busy = Promise.all(
    people.flatMap((client, person) => [write(client, person), read(client)]),
  );
  return {
    people,
    sent,
    errors,
    async stop() {
      run.isOver = true;
      await busy;
      await expect
        .poll(() => people.map(listUnsent), { timeout: 30_000 })
        .toEqual(people.map(() => []));
    },
  };
}

function listUnsent(client: ChatClient): string[] {
  return [...client.store.getSnapshot().pending.values()]
    .flat()
    .filter(isSend)
    .map(({ content }) => content);
}

/** All texts of the log, room by room in order; fails where the log has a gap. */
async function readLog(): Promise<Map<string, string[]>> {
  const database = new Client({ connectionString: cluster.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ slug: string; content: string }>(`
    select r.slug, m.content from messages m join rooms r on r.id = m.room_id
    where m.type = 'text' order by r.slug, m.seq`);
  const { rows: gaps } = await database.query(`
    select r.slug from rooms r
    left join (select room_id, seq from messages union all select room_id, seq from room_events) e on e.room_id = r.id
    group by r.id having r.last_seq <> count(distinct e.seq) or coalesce(max(e.seq), 0) <> r.last_seq`);
  await database.end();
  expect(gaps).toEqual([]);
  const log = Map.groupBy(rows, ({ slug }) => slug);
  return new Map([...log].map(([slug, entries]) => [slug, entries.map(({ content }) => content)]));
}

/** Everything that was sent is in the log once, in its author's order, and everybody sees the log as it is. */
async function expectNothingLost(crowd: Crowd): Promise<void> {
  const log = await readLog();
  const written = [...log.values()].flat();
  const own = written.filter((content) => crowd.sent.includes(content));
  expect(own.toSorted()).toEqual(crowd.sent.toSorted());
  for (const room of rooms) {
    const truth = log.get(room) ?? [];
    for (const client of crowd.people) {
      const seen = () =>
        visibleMessages(client.store.getSnapshot(), idOf(client, room))
          .filter(({ type }) => type === "text")
          .map(({ content }) => content);
      await expect.poll(() => seen().at(-1)).toBe(truth.at(-1));
      const shown = seen();
      expect(shown).toEqual(truth.slice(-shown.length));
    }
    for (const author of new Set(crowd.sent.map((content) => content.split(" says ")[0]))) {
      const numbers = truth
        .filter((content) => content.startsWith(`${author} says `))
        .map((content) => Number(content.split(" says ")[1]));
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
    }
  }
}

test(
  "a rolling restart loses and doubles nothing, and nobody is shown an error",
  { timeout: PATIENCE_MS },
  async () => {
    const crowd = await startCrowd("alice");
    const before = cluster.nodes.map((node) => node.pid());
    expect(await cluster.restartInTurn()).toEqual([0, 0, 0]);
    expect(cluster.nodes.every((node, place) => node.pid() !== before[place])).toBe(true);
    await crowd.stop();
    await expectNothingLost(crowd);
    expect(crowd.errors).toEqual([]);
    for (const client of crowd.people) client.close();
  },
);

test(
  "a killed node and a NATS that was killed and wiped cost a delay and nothing else",
  { timeout: PATIENCE_MS },
  async () => {
    const crowd = await startCrowd("bob");
    const heard = (): number =>
      Math.min(
        ...crowd.people.map(
          (client) => visibleMessages(client.store.getSnapshot(), idOf(client, "harbour")).length,
        ),
      );
    await cluster.nats.kill();
    const count = heard();
    // Without NATS everything still comes, by the sweep of each node.
    await expect.poll(heard).toBeGreaterThan(count + 20);
    await cluster.nats.start();
    await cluster.nodes[1]?.kill();
    await cluster.nodes[1]?.start();
    await crowd.stop();
    await expectNothingLost(crowd);
    for (const client of crowd.people) client.close();
  },
);
