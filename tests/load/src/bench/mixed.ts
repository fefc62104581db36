import type { AckResult } from "../generator/acks.ts";
import type { BehaviourPlan } from "../generator/behaviour.ts";
import { enterColbin, type Contender, type CrowdShape, type Measured } from "./contender.ts";
import {
  formatCount,
  formatLatency,
  formatShare,
  type BenchReport,
  type BenchRow,
  type PeerFigure,
  type Percentiles,
} from "./report.ts";
import { requireAcknowledged } from "./senders.ts";
import { readDatabaseVersion, withServer } from "./server.ts";
import { runUntilCounts } from "./turns.ts";

/*
 * P13: sends among clients that behave as ours do. One person in three has the room on the screen and marks the newest message as
 * read, at most once a second; one message in ten gets a reaction, one in ten is a reply, and one in twenty mentions somebody
 * (generator/behaviour.ts).
 */

export interface MixedSizes {
  readonly rooms: number;
  readonly perRoom: number;
  /** One person in so many behaves; the number of rooms is no multiple of it, so that there are some in each. */
  readonly behavingEvery: number;
  readonly behaviour: Required<BehaviourPlan>;
  readonly perSecond: number;
  /** Sends under way in a closed loop, of people who behave. */
  readonly inFlight: number;
  readonly warmUpS: number;
  readonly seconds: number;
}

const FULL: MixedSizes = {
  rooms: 20,
  perRoom: 50,
  behavingEvery: 3,
  behaviour: { markMs: 1_000, reactEvery: 10, replyEvery: 10, mentionEvery: 20 },
  perSecond: 200,
  inFlight: 256,
  warmUpS: 3,
  seconds: 10,
};
const BAR = { markMs: 0.5, acknowledgement: 3, throughput: 0.7, talk: 0.9 };
const GOAL = { throughput: 0.9 };

/** By behaviour, its turns. */
type Turns<T> = Readonly<Record<"none" | "reactions" | "talk" | "all", readonly T[]>>;

export function benchMixed(sizes: MixedSizes = FULL): Promise<BenchReport> {
  const { rooms, perRoom, behavingEvery } = sizes;
  const shape: CrowdShape = {
    people: rooms * perRoom,
    rooms,
    roomsOf: (person) => [person % rooms],
    decodeEvery: behavingEvery,
  };
  return withServer({}, async (server) => {
    const crowd = await enterColbin(server, shape);
    try {
      const open = await inTurns(sizes, (behaviour) => runOpen(crowd, sizes, behaviour));
      const closed = await inTurns(sizes, (behaviour) => runClosed(crowd, sizes, behaviour));
      return toReport(sizes, open, closed, await readDatabaseVersion(server.database));
    } finally {
      await crowd.end();
    }
  });
}

/** In the order A B C D D C B A. */
async function inTurns<T>(
  { behaviour }: MixedSizes,
  run: (behaviour: BehaviourPlan | undefined) => Promise<T>,
): Promise<Turns<T>> {
  const { reactEvery, markMs, ...talk } = behaviour;
  const turns = { none: [] as T[], reactions: [] as T[], talk: [] as T[], all: [] as T[] };
  const order = ["none", "reactions", "talk", "all"] as const;
  for (const kind of [...order, ...order.toReversed()]) {
    const withTalk = { reactEvery, ...talk };
    const all = { ...withTalk, markMs };
    const plans = { none: undefined, reactions: { reactEvery }, talk: withTalk, all };
    turns[kind].push(await run(plans[kind]));
  }
  return turns;
}

function runOpen(
  crowd: Contender,
  { perSecond, warmUpS, seconds }: MixedSizes,
  behaviour: BehaviourPlan | undefined,
): Promise<Measured> {
  const plan = { perSecond, warmUpS, seconds, senders: "all" } as const;
  return runUntilCounts(crowd, behaviour ? { ...plan, behaviour } : plan);
}

async function runClosed(
  { generator }: Contender,
  { inFlight, warmUpS, seconds }: MixedSizes,
  behaviour: BehaviourPlan | undefined,
): Promise<AckResult> {
  const plan = { inFlight, warmUpS, seconds };
  const result = await generator.call("acks", behaviour ? { ...plan, behaviour } : plan);
  requireAcknowledged(result);
  return result;
}

function toReport(
  sizes: MixedSizes,
  open: Turns<Measured>,
  closed: Turns<AckResult>,
  version: string,
): BenchReport {
  const { rooms, perRoom, perSecond, inFlight, behavingEvery, behaviour, seconds } = sizes;
  const { markMs, reactEvery, replyEvery, mentionEvery } = behaviour;
  return {
    title: "Sends among clients that behave as ours do (P13)",
    rows: [
      toMarkRow(open),
      toAcknowledgementRow(open),
      toThroughputRow(
        "deliveries per CPU-s of the server, as P1",
        toEach(open, toDeliveries),
        findVoid(open),
      ),
      toTalkRow("deliveries per CPU-s of the server", toEach(open, toDeliveries), findVoid(open)),
      toTalkRow("acknowledged messages a second", toEach(closed, toAcknowledged)),
      toThroughputRow(
        `acknowledged messages a second, as P4, ${inFlight} in flight`,
        toEach(closed, toAcknowledged),
      ),
    ],
    notes: [
      `${formatCount(rooms * perRoom)} sockets in ${rooms} rooms of ${perRoom}, ${perSecond} msg/s in the open loop; one in ${behavingEvery} marks what it shows every ${markMs} ms at most, one message in ${reactEvery} gets a reaction, one in ${replyEvery} is a reply, one in ${mentionEvery} mentions somebody`,
      `${seconds} s a turn: neither, reactions, with replies and mentions, with marks, and back; the middle of two turns; an acknowledgement counts from the moment the message was due`,
      `frames that were no events, with all: ${open.all.map(({ result }) => JSON.stringify(result.others)).join(", ")}`,
      `${version}; server, database and generator share the cores`,
    ],
  };
}

function sum<T>(turns: readonly T[], read: (turn: T) => number): number {
  return turns.reduce((total, turn) => total + read(turn), 0);
}

/** Of the open loop; why it says nothing, where that is so. */
function findVoid(turns: Turns<Measured>): string | undefined {
  return Object.values(turns)
    .flat()
    .map((turn) => turn.void)
    .find((each) => each !== undefined);
}

/** Turns of one run say something about each other also on a machine that is busy, so the figure stays. */
function withVoid(figure: string, reason: string | undefined): string {
  return reason === undefined ? figure : `${figure}, void: ${reason}`;
}

function describeCpu(turns: readonly Measured[]): string {
  const [server, database] = [toShare(turns, "serverS"), toShare(turns, "databaseS")];
  return `server ${formatShare(server)}, database ${formatShare(database)}`;
}

/** Of one core. */
function toShare(turns: readonly Measured[], of: "serverS" | "databaseS"): number {
  return sum(turns, (turn) => turn[of]) / sum(turns, ({ result }) => result.window.seconds);
}

function toMarkRow(open: Turns<Measured>): BenchRow {
  const { talk: reactions, all } = open;
  const marks = sum(all, ({ result }) => result.window.marks ?? 0);
  const perSecond = marks / sum(all, ({ result }) => result.window.seconds);
  const ofMark = (of: "serverS" | "databaseS"): number =>
    (1000 * (toShare(all, of) - toShare(reactions, of))) / perSecond;
  const databaseMs = ofMark("databaseS");
  const reason = findVoid(open);
  return {
    id: "P13",
    what: `the database's processor for a mark as read, ${formatCount(perSecond)} marks/s`,
    ours: withVoid(`${databaseMs.toFixed(2)} ms`, reason),
    cpu: `server ${ofMark("serverS").toFixed(2)} ms; ${describeCpu(all)}; without marks ${describeCpu(reactions)}`,
    bar: `${BAR.markMs} ms`,
    met: reason === undefined && databaseMs <= BAR.markMs,
  };
}

function toAcknowledgementRow(open: Turns<Measured>): BenchRow {
  const [withMarks, without] = [middle(open.all), middle(open.talk)];
  const ratio = withMarks.p50 / without.p50;
  const reason = findVoid(open);
  return {
    id: "P13",
    what: "acknowledgement of a send",
    ours: withVoid(`${withMarks.p50.toFixed(1)} ms`, reason),
    peers: [{ name: "without marks", figure: formatLatency(without), ratio }],
    latency: formatLatency(withMarks),
    bar: `p50 ${BAR.acknowledgement} x`,
    met: reason === undefined && ratio <= BAR.acknowledgement,
  };
}

function middle(turns: readonly Measured[]): Percentiles {
  const mean = (read: (latency: Percentiles) => number): number =>
    sum(turns, ({ result }) => read(result.acknowledgement)) / turns.length;
  return { p50: mean(({ p50 }) => p50), p99: mean(({ p99 }) => p99) };
}

interface Throughput {
  readonly perSecond: number;
  readonly latency: Percentiles;
}

function toDeliveries(turns: readonly Measured[]): Throughput {
  const events = sum(turns, ({ result }) => result.window.events);
  return { perSecond: events / sum(turns, ({ serverS }) => serverS), latency: middle(turns) };
}

function toAcknowledged(turns: readonly AckResult[]): Throughput {
  const perSecond = sum(turns, (turn) => turn.acknowledged) / sum(turns, (turn) => turn.seconds);
  const worst = turns
    .map(({ latency }) => latency)
    .reduce((one, other) => (other.p99 > one.p99 ? other : one));
  return { perSecond, latency: worst };
}

type Kinds = Readonly<Record<keyof Turns<unknown>, Throughput>>;

function toEach<T>(
  { none, reactions, talk, all }: Turns<T>,
  read: (turns: readonly T[]) => Throughput,
): Kinds {
  return { none: read(none), reactions: read(reactions), talk: read(talk), all: read(all) };
}

function toThroughputRow(what: string, kinds: Kinds, reason?: string): BenchRow {
  const { none, reactions, talk, all } = kinds;
  const toPeer = (name: string, { perSecond, latency }: Throughput): PeerFigure => ({
    name,
    figure: `${formatCount(perSecond)} (${formatLatency(latency)})`,
    ratio: all.perSecond / perSecond,
  });
  return {
    id: "P13",
    what,
    ours: withVoid(formatCount(all.perSecond), reason),
    peers: [
      toPeer("neither", none),
      toPeer("reactions alone", reactions),
      toPeer("without marks", talk),
    ],
    latency: formatLatency(all.latency),
    bar: `${BAR.throughput} x neither`,
    goal: `${GOAL.throughput} x`,
    met: reason === undefined && all.perSecond / none.perSecond >= BAR.throughput,
  };
}

/** Replies and mentions among messages that get reactions. */
function toTalkRow(what: string, { reactions, talk }: Kinds, reason?: string): BenchRow {
  const ratio = talk.perSecond / reactions.perSecond;
  return {
    id: "P13",
    what: `${what}, with replies and mentions`,
    ours: withVoid(formatCount(talk.perSecond), reason),
    peers: [{ name: "without them", figure: formatCount(reactions.perSecond), ratio }],
    latency: formatLatency(talk.latency),
    bar: `${BAR.talk} x`,
    met: reason === undefined && ratio >= BAR.talk,
  };
}
