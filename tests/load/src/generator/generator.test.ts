import { afterEach, describe, expect, test } from "vitest";
import { startGenerator, type LoadGenerator } from "./generator.ts";
import { startPlantedServer, type Faults, type PlantedServer } from "./planted-server.ts";
import type { RunPlan, RunResult } from "./run.ts";

/* The generator as its own process against servers that are wrong in a known way. */

const RECEIVERS = 10;
const plan: RunPlan = {
  perSecond: 100,
  warmUpS: 0.1,
  seconds: 0.4,
  senders: "all",
  settleMs: 1_000,
};
const SENT = 50;

const open: { generator: LoadGenerator; server: PlantedServer }[] = [];

afterEach(async () => {
  for (const { generator, server } of open.splice(0)) {
    await generator.end();
    await server.close();
  }
});

interface Options {
  readonly run?: Partial<RunPlan>;
  readonly decodeEvery?: number;
  readonly promptEvery?: number;
  readonly rooms?: number;
}

/** One run of ten receivers against a server with these faults. */
async function runAgainst(faults: Faults, options: Options = {}): Promise<RunResult> {
  const { run = {}, decodeEvery = RECEIVERS, rooms = 1, ...more } = options;
  const server = await startPlantedServer(faults);
  const generator = startGenerator();
  open.push({ generator, server });
  await generator.call("open", {
    dialect: "bun",
    port: server.port,
    slugs: Array.from({ length: rooms }, (_, room) => `room-${room}`),
    entries: Array.from({ length: RECEIVERS }, (_, place) => ({ rooms: [place % rooms] })),
    decodeEvery,
    ...more,
  });
  return generator.call("run", { ...plan, ...run });
}

const clean = { lost: 0, doubled: 0, misordered: 0 };

describe("the load generator counts", () => {
  test("every event that every receiver gets of an honest server", async () => {
    const result = await runAgainst({});

    const all = SENT * RECEIVERS;
    expect(result).toMatchObject({ sent: SENT, expected: all, received: all, ...clean });
    expect(result.window.events).toBeGreaterThan(0);
  });

  test("in several rooms only the messages of the receiver's own", async () => {
    const result = await runAgainst({}, { rooms: 5, run: { senders: "one" } });

    const all = (SENT / 5) * RECEIVERS;
    expect(result).toMatchObject({ expected: all, received: all, ...clean });
  });

  test("frames that arrive in any pieces", async () => {
    const result = await runAgainst({ pieceBytes: 7 }, { decodeEvery: 2 });

    expect(result).toMatchObject({ received: SENT * RECEIVERS, ...clean });
  });

  test("what receivers take later than it came", async () => {
    const result = await runAgainst({}, { promptEvery: 5 });

    expect(result).toMatchObject({ received: SENT * RECEIVERS, ...clean });
  });
});

describe("the load generator notices", () => {
  test("one event that one receiver did not get", async () => {
    const result = await runAgainst({
      timesOf: (event, place) => (event === 7 && place === 3 ? 0 : 1),
    });

    expect(result).toMatchObject({ ...clean, lost: 1 });
  });

  test("one event that one receiver got twice", async () => {
    const result = await runAgainst({
      timesOf: (event, place) => (event === 7 && place === 3 ? 2 : 1),
    });

    expect(result).toMatchObject({ ...clean, doubled: 1 });
  });

  test("a loss and a double that add up, where it decodes", async () => {
    const times = (event: number, place: number): number =>
      place === 0 && event === 7 ? 0 : place === 0 && event === 9 ? 2 : 1;
    const result = await runAgainst({ timesOf: times }, { decodeEvery: 2 });

    expect(result.misordered).toBeGreaterThan(0);
  });

  test("two events in another order than others saw", async () => {
    const result = await runAgainst({ swapsFor: 4 }, { decodeEvery: 2 });

    expect(result).toMatchObject({ lost: 0, doubled: 0 });
    expect(result.misordered).toBeGreaterThan(0);
  });

  test("a socket that the server closed, and with which code", async () => {
    const result = await runAgainst({ closes: 5 }, { run: { senders: "one" } });

    expect(result.closed).toEqual({ 4008: 1 });
    expect(result.lost).toBe(SENT);
  });

  test("a server that keeps everybody waiting, from the moment a message was due", async () => {
    const result = await runAgainst({ holdsUntil: SENT }, { run: { warmUpS: 0, seconds: 0.5 } });

    // The first of fifty was due 490 ms before the last; a generator that waits for answers would see one wait at most.
    expect(result.latency.max).toBeGreaterThan(480);
    expect(result.latency.p50).toBeGreaterThan(200);
  });
});

test("a refused socket fails the call, with the server's reason", async () => {
  const server = await startPlantedServer();
  await server.close();
  const generator = startGenerator();
  open.push({ generator, server: { port: 0, close: () => Promise.resolve() } });

  const opening = generator.call("open", {
    dialect: "bun",
    port: server.port,
    slugs: ["room"],
    entries: [{ rooms: [0] }],
    decodeEvery: 1,
  });

  await expect(opening).rejects.toThrow("ECONNREFUSED");
});
