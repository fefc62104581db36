import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RunResult } from "../generator/run.ts";
import { enterColbin, type CrowdShape } from "./contender.ts";
import { expectWhole, PATIENCE } from "./expect-whole.ts";
import { benchFanout } from "./fanout.ts";
import { benchGenerator } from "./generator.ts";
import { benchLatency } from "./latency.ts";
import { benchMemory } from "./memory.ts";
import { withServer, type BenchServer } from "./server.ts";
import { benchSlowReaders } from "./slow-readers.ts";
import { benchSparse } from "./sparse.ts";
import { benchStorm } from "./storm.ts";

/*
 * The benchmarks of the live channel in small: they still run, and count right. No time is judged here, and no peer is
 * installed.
 */

describe("on one server", () => {
  const ended = Promise.withResolvers<void>();
  let server: BenchServer;
  let serving: Promise<void>;

  beforeAll(async () => {
    const started = Promise.withResolvers<BenchServer>();
    serving = withServer({}, async (running) => {
      started.resolve(running);
      await ended.promise;
    });
    serving.catch(started.reject);
    server = await started.promise;
  }, 90_000);

  afterAll(async () => {
    ended.resolve();
    await serving;
  });

  async function runCrowd(shape: CrowdShape, senders: "one" | "all"): Promise<RunResult> {
    const contender = await enterColbin(server, shape);
    try {
      const plan = { perSecond: 50, warmUpS: 0.2, seconds: 0.8, senders };
      return (await contender.run(plan)).result;
    } finally {
      await contender.end();
    }
  }

  test("every member of a room gets every message once, its sender too", PATIENCE, async () => {
    const shape = { people: 40, rooms: 1, roomsOf: () => [0], promptEvery: 10 };

    const result = await runCrowd(shape, "all");

    expect(result).toMatchObject({ sent: 50, expected: 2000, received: 2000 });
    expect(result).toMatchObject({ lost: 0, doubled: 0, misordered: 0, closed: {} });
  });

  test("people of many rooms get the messages of their own room", PATIENCE, async () => {
    const shape = { people: 50, rooms: 10, roomsOf: (person: number) => [person % 10] };

    const result = await runCrowd(shape, "one");

    expect(result).toMatchObject({ sent: 50, expected: 250, received: 250 });
    expect(result).toMatchObject({ lost: 0, doubled: 0, misordered: 0, closed: {} });
  });
});

describe("in small", () => {
  const load = { perSecond: 40, warmUpS: 0.2, seconds: 0.6, peers: [] };

  test("fanout", PATIENCE, async () => {
    const sizes = { receivers: 30, rates: [40], slowRateMax: 0, warmUpS: 0.2, seconds: 0.6 };
    expectWhole(await benchFanout({ ...sizes, peers: [] }), "P1");
  });

  test("sparse", PATIENCE, async () => {
    expectWhole(await benchSparse({ ...load, rooms: 10, perRoom: 3 }), "P2");
  });

  test("latency", PATIENCE, async () => {
    expectWhole(await benchLatency({ ...load, members: 30 }), "P3");
  });

  test("memory", PATIENCE, async () => {
    const sizes = { sockets: 50, rooms: 20, roomsEach: 10, restS: 0.5, peers: [] };
    expectWhole(await benchMemory(sizes), "P7");
  });

  test("storm: all come back and nobody misses an event", PATIENCE, async () => {
    const sizes = { sockets: 60, rooms: 4, perSecond: 40, beforeS: 0.5, afterS: 1, peers: [] };

    const report = await benchStorm(sizes);

    expectWhole(report, "P8");
    expect(report.rows.map(({ met }) => met)).toEqual([expect.any(Boolean), true]);
  });

  test("slow readers", PATIENCE, async () => {
    const { peers: _, ...sizes } = load;
    expectWhole(
      await benchSlowReaders({ ...sizes, contentLength: 100, members: 30, stalled: 3 }),
      "R8",
    );
  });

  test("the generator against a replay", PATIENCE, async () => {
    const sizes = { receivers: 20, seconds: 0.5, patterns: [{ frames: 5, perSecond: 20 }] };
    expectWhole(await benchGenerator(sizes), "generator");
  });
});
