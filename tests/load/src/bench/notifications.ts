import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import {
  openPushService,
  pushCertificate,
  type PushService,
} from "../../../../apps/server/test/push-service.ts";
import { dialects } from "../generator/dialects.ts";
import { LoadSocket } from "../generator/socket.ts";
import { makeTickets, seedWorld, signAccessTokens, type SeededPerson } from "../seed.ts";
import { createHistogram, type LatencyHistogram } from "./histogram.ts";
import { formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween } from "./usage.ts";

/*
 * The cost of telling people of messages, and the delay: a call of everybody in a channel of ten thousand, beside a plain
 * message there, and single mentions on an idle server, until a socket and a push service have them.
 */

const PEOPLE = 10_000;
const CALLS = 10;
const MENTIONS = 200;
const PUSHES = 100;
const BAR = { decideMs: 200, socketMs: 300, pushMs: 2_000 };
/** Between two mentions to a socket, so that each finds the server idle. */
const REST_MS = 400;
const PATIENCE_MS = 60_000;

export async function benchNotifications(): Promise<BenchReport> {
  const service = await openPushService();
  const folder = await mkdtemp(join(tmpdir(), "colbin-push-"));
  try {
    const trusted = join(folder, "push.pem");
    await writeFile(trusted, pushCertificate);
    const settings = { NODE_EXTRA_CA_CERTS: trusted, OUTGOING_ALLOWED_HOSTS: service.host };
    return await withServer(settings, async (server) => ({
      title: "Notifications",
      rows: [...(await benchMentions(server, service)), ...(await benchCalls(server, service))],
      notes: [
        `CPU and rows are those of a call of everybody beyond those of a plain message, ${CALLS} of each, one after the other, until the consumer of the logs has taken them; every person has a browser and is active, so that a push waits for a minute`,
        `mentions one at a time on an idle server; ${await readDatabaseVersion(server.database)}`,
      ],
    }));
  } finally {
    await service.close();
    await rm(folder, { recursive: true });
  }
}

/** The way of the first person of a world to send into a room. */
function toSend({ baseUrl }: BenchServer, token: string) {
  return async (slug: string, content: string): Promise<void> => {
    const response = await fetch(`${baseUrl}/v1/session-room/${slug}/messages`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ content }),
    });
    if (!response.ok) throw new Error(`A message was answered with ${response.status}`);
    await response.arrayBuffer();
  };
}

async function benchCalls(server: BenchServer, service: PushService): Promise<BenchRow[]> {
  const { database } = server;
  const world = await seedWorld(database, { people: PEOPLE, rooms: 1, roomsOf: () => [0] });
  const [token = ""] = await signAccessTokens(database, world, world.people.slice(0, 1));
  const { id = "", slug = "" } = world.rooms[0] ?? {};
  const [owner] = world.people;
  await database.query("update participants set access_level = 'OWNER' where user_id = $1", [
    owner?.userId,
  ]);
  const send = toSend(server, token);
  // The pushes of the calls before would leave meanwhile.
  const dropPushes = () => database.query("delete from jobs.job where name like 'push.%'");
  const measure = async (content: string) => {
    await dropPushes();
    const [cpu, rows] = [server.cpu(), await countRows(database)];
    for (let call = 0; call < CALLS; call += 1) {
      await send(slug, content);
      await untilTaken(database, id);
    }
    const { serverS, databaseS } = cpuBetween(cpu, server.cpu());
    const ms = (seconds: number): number => (seconds * 1_000) / CALLS;
    const inserted = ((await countRows(database)) - rows) / CALLS;
    return { serverMs: ms(serverS), databaseMs: ms(databaseS), inserted };
  };
  const found: BenchRow[] = [];
  for (const hasBrowsers of [false, true]) {
    if (hasBrowsers) await addBrowsers(database, world.people, service);
    await database.query("vacuum analyze");
    await measure("warm");
    await measure("<@all> warm");
    const plain = await measure("a plain message");
    const called = await measure("<@all> look");
    const [serverMs, databaseMs] = [
      called.serverMs - plain.serverMs,
      called.databaseMs - plain.databaseMs,
    ];
    found.push({
      id: "notifications",
      what: `a call of ${PEOPLE} people, ${hasBrowsers ? "each with" : "without"} a browser`,
      ours: `${(called.inserted - plain.inserted).toFixed(2)} rows`,
      cpu: `server ${serverMs.toFixed(1)} ms, database ${databaseMs.toFixed(1)} ms each`,
      bar: `${BAR.decideMs} ms of a core`,
      met: serverMs + databaseMs <= BAR.decideMs,
    });
  }
  await dropPushes();
  return found;
}

/** Rows of the product's own tables, without those of its job queue; as PostgreSQL counts them when its processes are idle. */
async function countRows(database: Client): Promise<number> {
  await sleep(2_000);
  const { rows } = await database.query<{ count: string }>(
    "select sum(n_tup_ins) as count from pg_stat_user_tables where schemaname = 'public'",
  );
  return Number(rows[0]?.count);
}

/** Resolves once the consumer has taken the whole log of the room. */
async function untilTaken(database: Client, roomId: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await database.query<{ isTaken: boolean }>(
      `select p.seq >= r.last_seq as "isTaken" from rooms r join log_places p on p.room_id = r.id and p.consumer = 'notifications'
        where r.id = $1`,
      [roomId],
    );
    if (rows[0]?.isTaken) return;
    if (performance.now() > end) throw new Error("The consumer did not take the message");
    // Each look costs the database something as well.
    await sleep(100);
  }
}

/** Everybody has a browser, wants pushes, and is active. */
async function addBrowsers(
  database: Client,
  people: readonly SeededPerson[],
  service: PushService,
): Promise<void> {
  const { endpoint, keys } = service.addBrowser("/many/");
  const ids = people.map(({ userId }) => userId);
  await database.query(
    `insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth, created_at, used_at)
     select u, s, $5 || u, $3, $4, now(), now() from unnest($1::uuid[], $2::uuid[]) p (u, s)`,
    [ids, people.map(({ sessionId }) => sessionId), keys.p256dh, keys.auth, endpoint],
  );
  await database.query(
    `update users set preferences = preferences || '{"pushNotifications": true}' where id = any ($1::uuid[])`,
    [ids],
  );
  await database.query(
    `insert into presence (user_id, active_at) select u, now() + interval '1 hour' from unnest($1::uuid[]) p (u)
     on conflict (user_id) do update set active_at = excluded.active_at`,
    [ids],
  );
}

async function benchMentions(server: BenchServer, service: PushService): Promise<BenchRow[]> {
  const { database, baseUrl } = server;
  const prefix = "pair";
  const plan = {
    people: 2,
    rooms: PUSHES,
    roomsOf: () => Array.from({ length: PUSHES }, (_, n) => n),
  };
  const world = await seedWorld(database, { ...plan, prefix });
  const [ana, bob] = world.people;
  const [token = "", bobToken = ""] = await signAccessTokens(database, world, world.people);
  const send = toSend(server, token);
  const slugs = world.rooms.map(({ slug }) => slug);
  const [ticket = ""] = await makeTickets(database, world, bob ? [bob] : []);
  if (!ana || !bob) throw new Error("There are two people");
  let onTold = (): void => undefined;
  const target = { dialect: dialects.colbin, port: Number(new URL(baseUrl).port), slugs };
  const socket = new LoadSocket(
    target,
    { place: 0, entry: { token: ticket, rooms: [0] }, decodes: false },
    {
      onEvents: () => undefined,
      onSeen: () => undefined,
      onOther: (text) => {
        if (text.startsWith('{"type":"SERVER_NOTIFICATION"')) onTold();
      },
      onClosed: (_place, code) => {
        throw new Error(`The socket was closed with ${code}`);
      },
    },
  );
  await socket.entered;
  const mention = `<@${bob.userId}> look`;
  const sockets = createHistogram();
  for (let time = 0; time < MENTIONS; time += 1) {
    const told = new Promise<void>((resolve) => (onTold = resolve));
    await measured(sockets, async () => {
      await send(slugs[0] ?? "", mention);
      await told;
    });
    if (dialects.colbin.heartbeat && time % 40 === 0) socket.send(dialects.colbin.heartbeat);
    await sleep(REST_MS);
  }
  socket.cut();

  const registered = await fetch(`${baseUrl}/v1/notifications/push-subscriptions`, {
    method: "POST",
    headers: { authorization: `Bearer ${bobToken}`, "content-type": "application/json" },
    body: JSON.stringify(service.addBrowser("/bob")),
  });
  if (!registered.ok) throw new Error(`A browser was refused: ${await registered.text()}`);
  await database.query(
    `update users set preferences = preferences || '{"pushNotifications": true}' where id = $1`,
    [bob.userId],
  );
  await database.query("delete from presence where user_id = $1", [bob.userId]);
  const pushes = createHistogram();
  // Of a room a person gets one push in ten seconds.
  for (const slug of slugs) {
    const before = service.heard.length;
    await measured(pushes, async () => {
      await send(slug, mention);
      const end = performance.now() + PATIENCE_MS;
      while (service.heard.length === before && performance.now() < end) await sleep(2);
    });
    if (service.heard.length === before) throw new Error("A mention was not pushed");
  }
  return [
    toLatencyRow("a mention, until another socket is told", sockets, BAR.socketMs),
    toLatencyRow("a mention, until the push service has it", pushes, BAR.pushMs),
  ];
}

async function measured(histogram: LatencyHistogram, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  histogram.record(performance.now() - start);
}

function toLatencyRow(what: string, histogram: LatencyHistogram, barMs: number): BenchRow {
  const [p50, p99] = [histogram.percentile(0.5), histogram.percentile(0.99)];
  return {
    id: "notifications",
    what,
    ours: `${histogram.count} mentions`,
    latency: formatLatency({ p50, p99 }),
    bar: `p99 ${barMs} ms`,
    met: p99 <= barMs,
  };
}
