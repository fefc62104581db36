import { setTimeout as sleep } from "node:timers/promises";
import { headOf, isSend } from "@colbin/client";
import { checkHistory } from "./checker/checker.ts";
import type { History, Violation } from "./history.ts";
import { createInjector } from "./injector.ts";
import { createLogReader, type LogReader } from "./log-reader.ts";
import { createObserver, type Observer } from "./observer.ts";
import type { Random } from "./random.ts";
import { Recorder } from "./recorder.ts";
import { planFaults } from "./schedule.ts";
import type { System } from "./system.ts";
import { createTalker, type Talker } from "./talker.ts";
import { Hasty, startWork, type Crew } from "./workload.ts";

export interface RunOptions {
  readonly faults: number;
  readonly sends: number;
  readonly random: Random;
  readonly say: (line: string) => void;
}

export interface Report {
  readonly acknowledged: number;
  readonly faults: number;
  /** Kills at a point that nothing reached; they came as plain kills. */
  readonly missedPoints: number;
  readonly connections: number;
  readonly told: number;
  readonly sendingMs: number;
  /** From the last fault and the last answer until everybody had everything. */
  readonly settlingMs: number;
  readonly violations: readonly Violation[];
  readonly history: History;
}

const OPEN = [
  "open-0",
  "open-1",
  "open-2",
  "open-3",
  "open-4",
  "open-5",
  "open-6",
  "open-7",
] as const;
const CLOSED = ["closed-0", "closed-1", "closed-2", "closed-3"] as const;
const TALKERS = 8;
const LURKERS = 2;
const WANDERERS = 2;
const VICTIMS = 3;
/** Clients wait a tenth of the time. */
const HASTE = 10;
/** Nothing was acknowledged for so long although the faults are over. */
const STALL_MS = 60_000;
/** When faults have stopped, everybody has everything within this time. */
const SETTLE_MS = 20_000;

/** People work on a system while it is made ill; afterwards everything that they were told is held against the log. */
export async function run(system: System, options: RunOptions): Promise<Report> {
  const { random, say } = options;
  const recorder = new Recorder();
  const reader = createLogReader(system);
  const crew = await gather(system, recorder, random);
  await reader.closeRooms(CLOSED);
  // Connections from before are left behind: what a duplicate repeats is from the run.
  system.proxyOf("clients", 0)?.inject({ kind: "reset" }, 1);
  const everybody = [...crew.wanderers, ...crew.victims, ...crew.lurkers];
  for (const observer of everybody) observer.connect();

  const startedAt = performance.now();
  const work = startWork(crew, recorder, random.fork("work"));
  const injector = createInjector(system, say);
  const plan = planFaults(random.fork("faults"), { ...options, nodes: system.nodes.length });
  const faulting = injector.run(plan, () => recorder.acknowledged());
  await Promise.all([work.write(options.sends, faulting), faulting]);
  await work.stop();
  const stuck = await untilSent(crew.talkers, recorder);
  const sendingMs = performance.now() - startedAt;
  const late = await untilSettled(crew.talkers, everybody, reader);
  const settlingMs = performance.now() - startedAt - sendingMs;

  for (const talker of crew.talkers) recorder.screens.push(...talker.screens());
  const log = await reader.read();
  const violations = [
    ...stuck,
    ...late,
    ...recorder.alarms.map((text) => ({ rule: "alarm", text })),
    ...system.nodes.flatMap(({ crashes }) => crashes.map((text) => ({ rule: "crash", text }))),
    ...(await reader.check()),
    ...checkHistory(recorder, log),
  ];
  for (const talker of crew.talkers) talker.client.close();
  for (const observer of everybody) observer.close();
  return {
    acknowledged: recorder.acknowledged(),
    faults: injector.count(),
    missedPoints: injector.missed(),
    connections: recorder.connections.length,
    told: recorder.connections.reduce((sum, { told }) => sum + told.length, 0),
    sendingMs,
    settlingMs,
    violations,
    history: recorder,
  };
}

async function gather(
  { baseUrl }: System,
  recorder: Recorder,
  random: Random,
): Promise<Crew & { readonly lurkers: readonly Observer[] }> {
  const options = { baseUrl, recorder, haste: HASTE };
  const talkers: Talker[] = [];
  // The first one makes the rooms, and owns them.
  for (let number = 0; number < TALKERS; number += 1)
    talkers.push(await createTalker(options, `talker-${number}`, [...OPEN, ...CLOSED]));
  const listen = (kind: string, count: number): Promise<Observer[]> =>
    Promise.all(
      Array.from({ length: count }, (_, number) => {
        const name = `${kind}-${number}`;
        return createObserver({ ...options, random: random.fork(name) }, name, [
          ...OPEN,
          ...CLOSED,
        ]);
      }),
    );
  return {
    talkers,
    lurkers: await listen("lurker", LURKERS),
    wanderers: await listen("wanderer", WANDERERS),
    victims: await listen("victim", VICTIMS),
    hasty: await Hasty.create({ ...options, rooms: OPEN }),
    open: OPEN,
    closed: CLOSED,
  };
}

/** Waits until every intent has an end; says who is stuck when nothing moves any more. */
async function untilSent(talkers: readonly Talker[], recorder: Recorder): Promise<Violation[]> {
  let last = recorder.acknowledged();
  let since = Date.now();
  while (talkers.some((talker) => !talker.isQuiet())) {
    await sleep(50);
    const now = recorder.acknowledged();
    if (now !== last) since = Date.now();
    last = now;
    if (Date.now() - since > STALL_MS)
      return talkers.flatMap((talker) =>
        talker.isQuiet() ? [] : [{ rule: "never acknowledged", text: toStuck(talker) }],
      );
  }
  return [];
}

function toStuck({ name, client }: Talker): string {
  const { pending, localReads, connectionStatus } = client.store.getSnapshot();
  const unsent = [...pending.values()]
    .flat()
    .filter(isSend)
    .map(({ content }) => content);
  return `${name} (${connectionStatus}): ${JSON.stringify(unsent.slice(0, 3))}, reads of ${JSON.stringify([...localReads])}`;
}

/** Waits until everybody has come to the heads of the log. */
async function untilSettled(
  talkers: readonly Talker[],
  observers: readonly Observer[],
  reader: LogReader,
): Promise<Violation[]> {
  const deadline = Date.now() + SETTLE_MS;
  let late: string[] = [];
  while (Date.now() < deadline) {
    const heads = await reader.heads();
    late = [
      ...talkers.flatMap((talker) => listLate(talker, heads)),
      ...observers.flatMap((observer) => listBehind(observer, heads)),
    ];
    if (late.length === 0) return [];
    await sleep(50);
  }
  return late.map((text) => ({ rule: "not settled", text }));
}

function listLate({ name, client }: Talker, heads: ReadonlyMap<string, number>): string[] {
  const state = client.store.getSnapshot();
  if (state.connectionStatus !== "connected") return [`${name} is ${state.connectionStatus}`];
  return [...state.subscriptions.values()].flatMap(({ roomId, sessionRoomSlug: room }) => {
    const head = headOf(state, roomId);
    const status = state.pages.get(roomId)?.status ?? "none";
    // What is shown of a room follows its log only where its page is there.
    if (head === heads.get(room) && (status === "ready" || status === "none")) return [];
    return [`${name} is at ${head} of ${heads.get(room)} in ${room}, page: ${status}`];
  });
}

function listBehind(observer: Observer, heads: ReadonlyMap<string, number>): string[] {
  if (!observer.isConnected()) return [`${observer.name} is not connected`];
  return [...observer.heads].flatMap(([room, head]) =>
    head === heads.get(room)
      ? []
      : [`${observer.name} is at ${head} of ${heads.get(room)} in ${room}`],
  );
}
