import { startGenerator, GENERATOR_CPU_MAX, type LoadGenerator } from "../generator/generator.ts";
import type { RunResult } from "../generator/run.ts";
import { makeTickets, type World } from "../seed.ts";
import { formatShare } from "./report.ts";
import type { BenchServer } from "./server.ts";
import { readBusyS } from "./usage.ts";
import type { Reader } from "./web-reader.ts";

/*
 * What comes to the reader meanwhile: half of the messages in the few rooms between which the reader goes, so that some are of
 * the room that is open, and half in all the others. One person sends in each room.
 */

export interface WebLoad {
  readonly rooms: number;
  /** The first rooms of the world: the reader goes between them. */
  readonly visited: number;
  readonly perSecond: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

export interface Phase {
  readonly arrivedPerS: number;
  /** Of one core each. */
  readonly shares: string;
  /** Why it counts for nothing. */
  readonly void: string | undefined;
}

const LATE_MAX_MS = 50;

/** Lets the senders in: two generators, for each is even over its own rooms. */
export async function startSenders(
  server: BenchServer,
  world: World,
  { rooms, visited }: WebLoad,
): Promise<readonly LoadGenerator[]> {
  // The reader is the first person.
  const tickets = await makeTickets(server.database, world, world.people.slice(1));
  const groups = [
    { from: 0, to: visited },
    { from: visited, to: rooms },
  ];
  const generators = groups.map(() => startGenerator());
  for (const [place, { from, to }] of groups.entries()) {
    await generators[place]?.call("open", {
      dialect: "colbin",
      port: Number(new URL(server.baseUrl).port),
      slugs: world.rooms.slice(from, to).map(({ slug }) => slug),
      entries: tickets.slice(from, to).map((token, room) => ({ token, rooms: [room] })),
      decodeEvery: 1,
    });
  }
  return generators;
}

/**
 * Does something until the load is over, and says whether all of the load came to the reader's page. What was done may be as many
 * sends of the reader, which the senders hear as well.
 */
export async function underLoad(
  { server, reader, generators }: WebPlace,
  { perSecond, warmUpS, seconds }: WebLoad,
  act: (isOver: () => boolean) => Promise<number | void>,
): Promise<Phase> {
  const before = reader.arrived();
  const read = () => ({
    ...server.cpu(),
    browserS: reader.cpuS(),
    busyS: readBusyS(),
    own: process.cpuUsage(),
    arrived: reader.arrived(),
  });
  const edges = { begin: read(), end: read() };
  const over = { begun: Promise.withResolvers<void>(), isOver: false };
  const plan = { perSecond: perSecond / generators.length, warmUpS, seconds } as const;
  const [first, ...others] = generators.map((generator, place) =>
    generator.call("run", { ...plan, senders: "one" }, (edge) => {
      if (place > 0) return;
      edges[edge] = read();
      if (edge === "begin") over.begun.resolve();
      else over.isOver = true;
    }),
  );
  const runs = Promise.all([first, ...others]);
  await Promise.race([over.begun.promise, runs]);
  const own = (await act(() => over.isOver)) ?? 0;
  const results = (await runs).filter((each) => each !== undefined);
  const { begin, end } = edges;
  const sent = results.reduce((sum, each) => sum + each.sent, 0);
  const generatorShare = results.reduce((sum, { window }) => sum + window.cpuShare, 0);
  const { user, system } = process.cpuUsage(begin.own);
  const share = (used: number): number => used / seconds;
  const [serverShare, databaseShare, browserShare] = [
    share(end.serverS - begin.serverS),
    share(end.databaseS - begin.databaseS),
    share(end.browserS - begin.browserS),
  ];
  const known = serverShare + databaseShare + browserShare + generatorShare;
  const rest = share(end.busyS - begin.busyS - (user + system) / 1e6) - known;
  return {
    arrivedPerS: (end.arrived - begin.arrived) / seconds,
    shares: `server ${formatShare(serverShare)} + ${formatShare(databaseShare)}, browser ${formatShare(browserShare)}, generators ${formatShare(generatorShare)}, others ${formatShare(Math.max(0, rest))}`,
    void: judge(results, { sent, own, arrived: reader.arrived() - before }),
  };
}

export interface WebPlace {
  readonly server: BenchServer;
  readonly reader: Reader;
  readonly generators: readonly LoadGenerator[];
}

interface Delivered {
  readonly sent: number;
  readonly own: number;
  readonly arrived: number;
}

function judge(
  results: readonly RunResult[],
  { sent, own, arrived }: Delivered,
): string | undefined {
  const sum = (read: (each: RunResult) => number): number =>
    results.reduce((total, each) => total + read(each), 0);
  const [lost, doubled] = [sum((each) => each.lost), sum((each) => each.doubled)];
  const misordered = sum((each) => each.misordered);
  if (lost > 0 || doubled > own || misordered > 0)
    return `${lost} lost, ${doubled} doubled, ${misordered} in another order`;
  for (const { window, lateness } of results) {
    if (window.cpuShare > GENERATOR_CPU_MAX)
      return `a generator used ${formatShare(window.cpuShare)} of a core`;
    if (lateness.p99 > LATE_MAX_MS) return `messages left ${lateness.p99.toFixed(0)} ms late`;
  }
  return arrived === sent ? undefined : `${arrived} of ${sent} messages came to the page`;
}
