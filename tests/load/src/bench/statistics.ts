import { seedWorld, signAccessTokens } from "../seed.ts";
import { fillRooms } from "../seed-messages.ts";
import { createHistogram } from "./histogram.ts";
import { formatCount, formatLatency, type BenchReport, type BenchRow } from "./report.ts";
import { readDatabaseVersion, withServer, type BenchServer } from "./server.ts";

/*
 * Statistics of a room with a million messages that were written within a year, and the page around a day of that year: one call after the
 * other. Each call that counts asks for another zone, so that no answer of the last minute is there.
 */

const MESSAGES = 1_000_000;
const PEOPLE = 200;
const YEAR_DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;
const CALLS = 100;
const BAR_MS = 100;

export async function benchStatistics(messages = MESSAGES, calls = CALLS): Promise<BenchReport> {
  return withServer({}, async (server) => {
    const plan = { people: PEOPLE, rooms: 1, roomsOf: () => [0] };
    const world = await seedWorld(server.database, plan);
    const everyMs = (YEAR_DAYS * DAY_MS) / messages;
    await fillRooms(server.database, world, messages, { days: YEAR_DAYS, everyMs });
    const [token = ""] = await signAccessTokens(server.database, world, world.people.slice(0, 1));
    const path = `/v1/session-room/${world.rooms[0]?.slug ?? ""}/messages`;
    const zones = Intl.supportedValuesOf("timeZone");
    const ask = (what: string, toQuery: (call: number) => string, barMs?: number) =>
      measure(server, token, { what, calls, toPath: (call) => `${path}${toQuery(call)}`, barMs });
    const count = (days: number, barMs?: number) =>
      ask(
        `the last ${days} days, counted anew`,
        (call) => `/stats?days=${days}&timeZone=${zones[call % zones.length] ?? "UTC"}`,
        barMs,
      );
    const rows = [
      await count(7, BAR_MS),
      await count(30, BAR_MS),
      await count(90),
      await count(365),
      await ask("the last 365 days again", () => "/stats?days=365", BAR_MS),
      await ask(
        "the page around a day",
        (call) => `?around=at_${new Date(Date.now() - call * 3 * DAY_MS).toISOString()}`,
        BAR_MS,
      ),
    ];
    return {
      title: `Statistics of ${formatCount(messages)} messages of a year in one room (rules-messages 51)`,
      rows,
      notes: [
        `${calls} calls, one after the other, after one that is not counted; ${await readDatabaseVersion(server.database)}`,
      ],
    };
  });
}

interface Measuring {
  readonly what: string;
  readonly calls: number;
  readonly toPath: (call: number) => string;
  readonly barMs?: number | undefined;
}

async function measure(
  { baseUrl }: BenchServer,
  token: string,
  { what, calls, toPath, barMs }: Measuring,
): Promise<BenchRow> {
  const latencies = createHistogram();
  for (let call = 0; call <= calls; call += 1) {
    const begun = performance.now();
    const answer = await fetch(`${baseUrl}${toPath(call)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${toPath(call)}: ${body}`);
    if (call > 0) latencies.record(performance.now() - begun);
  }
  const figures = {
    p50: latencies.percentile(0.5),
    p99: latencies.percentile(0.99),
  };
  return {
    id: "statistics",
    what,
    ours: "",
    latency: formatLatency(figures),
    ...(barMs !== undefined && { bar: `p99 ${barMs} ms`, met: figures.p99 <= barMs }),
  };
}
