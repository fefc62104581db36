import { setTimeout as sleep } from "node:timers/promises";
import { randomUUID } from "node:crypto";
import { dialects } from "../generator/dialects.ts";
import { LoadSocket } from "../generator/socket.ts";
import { insertOrganization, makeTickets, seedWorld, type SeededPerson } from "../seed.ts";
import { formatCount, type BenchReport } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { cpuBetween, type CpuReading } from "./usage.ts";

/*
 * What it costs to show who is there: everybody in an organization changes once a minute, each by a frame of an own socket, and a
 * tenth of them has others on the screen. First the same sockets without any of it, so that what they cost anyway is known.
 */

const PEOPLE = 10_000;
const WATCHERS = 1_000;
const WATCHED_EACH = 200;
const OPENED_AT_ONCE = 200;
const SECONDS = 60;
const BAR = 0.05;

export function benchPresence(): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const { people } = await seedWorld(server.database, {
      people: PEOPLE,
      rooms: 1,
      roomsOf: () => [],
    });
    const crowd = await openCrowd(server, people);
    const idle = await measure(server, () => beat(crowd.sockets));
    watch(crowd.sockets, people);
    const change = (second: number) => changeSome(server, people, crowd.sockets, second);
    const busy = async (): Promise<void> => {
      await Promise.all([beat(crowd.sockets), everySecond(change)]);
    };
    // Everybody has changed once by then, and was read again.
    await busy();
    const before = crowd.updates();
    const used = await measure(server, busy);
    const updates = crowd.updates() - before;
    for (const socket of crowd.sockets) socket.cut();
    return toReport(idle, used, updates, await readDatabaseVersion(server.database));
  });
}

async function openCrowd({ database, baseUrl }: BenchServer, people: readonly SeededPerson[]) {
  const workspaceId = await insertOrganization(database, people);
  await database.query("update sessions set workspace_id = $1", [workspaceId]);
  await database.query("vacuum analyze users, sessions, workspace_members");
  const tickets = await makeTickets(database, { workspaceId }, people);
  const target = { dialect: dialects.colbin, port: Number(new URL(baseUrl).port), slugs: [] };
  let updates = 0;
  const hooks = {
    onEvents: () => undefined,
    onSeen: () => undefined,
    onOther: (text: string) => {
      if (text.startsWith(`{"type":"SERVER_PEOPLE_UPDATE","isComplete":false`)) updates += 1;
    },
    onClosed: (place: number, code: number | undefined) => {
      throw new Error(`Socket ${place} was closed with ${code}`);
    },
  };
  const sockets: LoadSocket[] = [];
  for (let start = 0; start < tickets.length; start += OPENED_AT_ONCE) {
    const opened = tickets.slice(start, start + OPENED_AT_ONCE).map((token, place) => {
      const plan = { place: start + place, entry: { token, rooms: [] }, decodes: false };
      return new LoadSocket(target, plan, hooks);
    });
    await Promise.all(opened.map(({ entered }) => entered));
    sockets.push(...opened);
  }
  return { sockets, updates: () => updates };
}

/** Each of the first thousand has two hundred on the screen; everybody is on twenty screens. */
function watch(sockets: readonly LoadSocket[], people: readonly SeededPerson[]): void {
  for (const [place, socket] of sockets.slice(0, WATCHERS).entries()) {
    const userIds = Array.from(
      { length: WATCHED_EACH },
      (_, step) => people[(place * WATCHED_EACH + step * 7) % PEOPLE]?.userId,
    );
    socket.send(
      JSON.stringify({
        type: "CLIENT_WATCH_PEOPLE",
        requestId: randomUUID(),
        userIds: [...new Set(userIds)],
      }),
    );
  }
}

/** Those whose second it is have another status, were away, and are active now. */
async function changeSome(
  { database }: BenchServer,
  people: readonly SeededPerson[],
  sockets: readonly LoadSocket[],
  second: number,
): Promise<void> {
  const due = people.flatMap((_, place) => (place % SECONDS === second ? [place] : []));
  const ids = due.map((place) => people[place]?.userId);
  await database.query(
    `with away as (
       update presence set active_at = now() - interval '20 minutes' where user_id = any ($1::uuid[])
     )
     update users set custom_status = jsonb_build_object('emoji', null, 'text', $2::text, 'expiresAt', null)
     where id = any ($1::uuid[])`,
    [ids, new Date().toISOString()],
  );
  for (const place of due) sockets[place]?.send(JSON.stringify({ type: "CLIENT_ACTIVITY" }));
}

/** As clients do: a socket that says nothing for a minute and a half is closed. */
function beat(sockets: readonly LoadSocket[]): Promise<void> {
  const { heartbeat = "" } = dialects.colbin;
  return everySecond((second) => {
    for (let place = second; place < sockets.length; place += SECONDS)
      sockets[place]?.send(heartbeat);
    return Promise.resolve();
  });
}

async function everySecond(task: (second: number) => Promise<void>): Promise<void> {
  const start = performance.now();
  for (let second = 0; second < SECONDS; second += 1) {
    await task(second);
    await sleep(Math.max(0, start + (second + 1) * 1000 - performance.now()));
  }
}

/** Seconds of processor a second. */
async function measure(server: BenchServer, run: () => Promise<void>): Promise<CpuReading> {
  const [before, start] = [server.cpu(), performance.now()];
  await run();
  const { serverS, databaseS } = cpuBetween(before, server.cpu());
  const seconds = (performance.now() - start) / 1000;
  return { serverS: serverS / seconds, databaseS: databaseS / seconds };
}

function toReport(
  idle: CpuReading,
  used: CpuReading,
  updates: number,
  database: string,
): BenchReport {
  const { serverS } = cpuBetween(idle, used);
  const share = (each: number): string => `${(each * 100).toFixed(1)} %`;
  return {
    title: `Presence of ${formatCount(PEOPLE)} people on ${WATCHERS} screens`,
    rows: [
      {
        id: "rules-rooms 54",
        what: `one change a person and minute, ${formatCount(PEOPLE / SECONDS)}/s`,
        ours: `${share(serverS)} of a core`,
        cpu: `server ${share(used.serverS)}, ${share(idle.serverS)} without; database ${share(used.databaseS)}, ${share(idle.databaseS)} without`,
        bar: share(BAR),
        met: serverS < BAR,
      },
    ],
    notes: [
      `${WATCHED_EACH} people on each screen, everybody on ${(WATCHERS * WATCHED_EACH) / PEOPLE}; ${formatCount(updates / SECONDS)} frames/s with ${formatCount((WATCHERS * WATCHED_EACH) / SECONDS)} changes/s in them`,
      `${SECONDS} s after as many; ${formatCount(PEOPLE)} open sockets in both measurements, which ping once a minute`,
      `${database}; server, database and generator share the cores`,
    ],
  };
}
