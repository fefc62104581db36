import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { seedWorld, type World } from "../seed.ts";
import {
  formatCount,
  formatCpuEach,
  formatLatency,
  type BenchReport,
  type BenchRow,
} from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";
import { measureAcks } from "./throughput.ts";

/*
 * P6: what PostgreSQL writes for a message, as it counts itself: rows, transactions and bytes of its log; in a small room and
 * in a big one, when sends come one by one and when they come together.
 */

export interface RowsSizes {
  readonly members: readonly number[];
  /** Sends in flight: 1 is an idle server. */
  readonly inFlight: readonly number[];
  readonly messages: number;
  /** Until PostgreSQL has counted all of them. */
  readonly countedAfterS: number;
}

const INSERTED_BAR = 1.1;
const UPDATED_IDLE_BAR = 2;
const UPDATED_BATCH_BAR = 1.1;
/** Processes of PostgreSQL tell what they counted after ten idle seconds at the latest. */
const FULL: RowsSizes = {
  members: [10, 10_000],
  inFlight: [1, 256],
  messages: 4_000,
  countedAfterS: 11,
};
/** Two of them is the same. */
const SAME = 1.05;

interface Counts {
  readonly inserted: number;
  readonly updated: number;
  readonly commits: number;
  readonly walBytes: number;
}

interface Measured {
  readonly members: number;
  readonly inFlight: number;
  /** Each per message. */
  readonly counts: Counts;
  readonly latency: { readonly p50: number; readonly p99: number };
  /** In words. */
  readonly cpu: string;
}

export async function benchRows(sizes: RowsSizes = FULL): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const measured: Measured[] = [];
    for (const inFlight of sizes.inFlight)
      for (const members of sizes.members)
        measured.push(await measureRows(server, { ...sizes, members, inFlight }));
    return toReport(measured, sizes.messages, await readDatabaseVersion(server.database));
  });
}

interface RowsCase {
  readonly members: number;
  readonly inFlight: number;
  readonly messages: number;
  readonly countedAfterS: number;
}

async function measureRows(
  server: BenchServer,
  { members, inFlight, messages, countedAfterS }: RowsCase,
): Promise<Measured> {
  let before: Counts | undefined;
  const onReady = async ({ rooms: [room] }: World): Promise<void> => {
    await fillRoom(server.database, room?.id ?? "", members - inFlight);
    before = await readCounts(server.database, countedAfterS);
  };
  const { result, ...used } = await measureAcks(
    server,
    { people: inFlight, rooms: 1, decodeEvery: 1, onReady },
    { inFlight, warmUpS: 0, seconds: 60, count: messages },
  );
  const after = await readCounts(server.database, countedAfterS);
  const per = (name: keyof Counts): number => (after[name] - (before?.[name] ?? 0)) / messages;
  return {
    // Whoever sends is a member, too.
    members: Math.max(members, inFlight),
    inFlight,
    counts: {
      inserted: per("inserted"),
      updated: per("updated"),
      commits: per("commits"),
      walBytes: per("walBytes"),
    },
    latency: result.latency,
    cpu: formatCpuEach(messages, used),
  };
}

/** Rows of the product's own tables: those of the job queue have nothing to do with messages. */
async function readCounts(database: Client, waitS: number): Promise<Counts> {
  await sleep(waitS * 1000);
  const { rows } = await database.query<Record<keyof Counts, string>>(
    `select (select sum(n_tup_ins) from pg_stat_user_tables where schemaname = 'public') as inserted,
       (select sum(n_tup_upd) from pg_stat_user_tables where schemaname = 'public') as updated,
       (select xact_commit from pg_stat_database where datname = current_database()) as commits,
       pg_current_wal_insert_lsn() - '0/0' as "walBytes"`,
  );
  const row = rows[0];
  if (!row) throw new Error("A question without tables has one answer");
  return {
    inserted: Number(row.inserted),
    updated: Number(row.updated),
    commits: Number(row.commits),
    walBytes: Number(row.walBytes),
  };
}

function toReport(measured: readonly Measured[], messages: number, version: string): BenchReport {
  return {
    title: "What is written for a message (P6)",
    rows: measured.map((each) => toRow(each, measured)),
    notes: [
      `${formatCount(messages)} messages each, no mentions; pg_stat_user_tables of ${version}, transactions and log of the whole database with all that runs beside`,
      "held where rows inserted and updated are within the bar and within 5 % of those of the smallest room",
    ],
  };
}

function toRow(
  { members, inFlight, counts, latency, cpu }: Measured,
  all: readonly Measured[],
): BenchRow {
  const updatedBar = inFlight === 1 ? UPDATED_IDLE_BAR : UPDATED_BATCH_BAR;
  const smallest = all.find((each) => each.inFlight === inFlight)?.counts ?? counts;
  const isSame =
    counts.inserted <= smallest.inserted * SAME && counts.updated <= smallest.updated * SAME;
  return {
    id: "P6",
    what: `room of ${members}, ${inFlight} in flight`,
    ours: [
      `${counts.inserted.toFixed(2)} inserted`,
      `${counts.updated.toFixed(2)} updated`,
      `${counts.commits.toFixed(2)} commits`,
      `${formatCount(counts.walBytes)} bytes of log`,
    ].join(", "),
    latency: formatLatency(latency),
    cpu,
    bar: `${INSERTED_BAR} inserted, ${updatedBar} updated`,
    goal: "same",
    met: counts.inserted <= INSERTED_BAR && counts.updated <= updatedBar && isSame,
  };
}

/** Whoever is in the room without a socket. */
async function fillRoom(database: Client, roomId: string, people: number): Promise<void> {
  if (people <= 0) return;
  const prefix = `m${Math.random().toString(36).slice(2, 8)}`;
  const world = await seedWorld(database, { people, rooms: 0, roomsOf: () => [], prefix });
  await database.query(
    `insert into participants (room_id, user_id, access_level, access_status, join_method)
     select $1, user_id, 'WRITE', 'ACCEPTED', 'DIRECT' from unnest($2::uuid[]) p (user_id)`,
    [roomId, world.people.map(({ userId }) => userId)],
  );
  await database.query("update rooms set member_count = member_count + $2 where id = $1", [
    roomId,
    people,
  ]);
}
