import { describe, expect, it } from "vitest";
import { createBatcher, heldBack, toRest } from "./batcher.ts";

interface Gate {
  readonly items: readonly number[];
  readonly open: (error?: Error) => void;
}

interface GatedOptions {
  readonly maxBatch?: number;
  readonly maxWaiting?: number;
  readonly maxTries?: number;
  readonly restMaxMs?: number;
}

/** A batcher whose batches finish when the test says so. */
function gated(options: GatedOptions = {}) {
  const gates: Gate[] = [];
  const batcher = createBatcher<number, string>({
    run: (items) =>
      new Promise((resolve, reject) => {
        const open = (error?: Error): void =>
          error ? reject(error) : resolve(items.map((item) => `done ${item}`));
        gates.push({ items, open });
      }),
    maxBatch: options.maxBatch ?? 100,
    maxWaiting: options.maxWaiting ?? 100,
    refuse: () => new Error("full"),
    isTransient: (error) => error instanceof Error && error.message === "deadlock",
    isPoison: (error) => error instanceof Error && error.message === "poison",
    maxTries: options.maxTries ?? 3,
    restMaxMs: options.restMaxMs ?? 0,
  });
  return { batcher, gates };
}

async function untilGates(gates: readonly Gate[], count: number): Promise<Gate> {
  while (gates.length < count) await new Promise(setImmediate);
  const gate = gates[count - 1];
  if (!gate) throw new Error("no gate");
  return gate;
}

it("starts the first at once and does together what came meanwhile, in order", async () => {
  const { batcher, gates } = gated();
  const results = Promise.all([1, 2, 3].map((item) => batcher.add(item)));
  expect((await untilGates(gates, 1)).items).toEqual([1]);
  gates[0]?.open();
  const second = await untilGates(gates, 2);
  expect(second.items).toEqual([2, 3]);
  second.open();
  expect(await results).toEqual(["done 1", "done 2", "done 3"]);
  await batcher.idle();
});

it("never has more than one batch in flight nor more than its largest", async () => {
  const { batcher, gates } = gated({ maxBatch: 2 });
  const all = Promise.all([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
  for (const count of [1, 2, 3]) {
    const gate = await untilGates(gates, count);
    expect(gates).toHaveLength(count);
    gate.open();
  }
  expect(gates.map((gate) => gate.items)).toEqual([[1], [2, 3], [4, 5]]);
  await all;
});

it("rests after a batch of several while the process is busy, so that more come together", async () => {
  const { batcher, gates } = gated({ restMaxMs: 50 });
  const all = [1, 2, 3].map((item) => batcher.add(item));
  gates[0]?.open();
  const second = await untilGates(gates, 2);
  const startedAt = performance.now();
  while (performance.now() < startedAt + 50) await new Promise(setImmediate);
  const openedAt = performance.now();
  second.open();
  await Promise.all(all);
  all.push(batcher.add(4), batcher.add(5));
  const third = await untilGates(gates, 3);
  // Timers of the system may come a millisecond early.
  expect(performance.now() - openedAt).toBeGreaterThan(48);
  expect(third.items).toEqual([4, 5]);
  third.open();
  await Promise.all(all);
  await batcher.idle();
});

it("rests the longer the busier the process is, and not at all where it is idle", () => {
  expect(toRest(10, 0)).toBe(0);
  expect(toRest(10, 0.2)).toBe(10);
  expect(toRest(10, 0.5)).toBe(40);
  expect(toRest(10, 1)).toBe(Number.POSITIVE_INFINITY);
});

it("refuses at once when too many wait, and takes the next when there is room", async () => {
  const { batcher, gates } = gated({ maxWaiting: 1 });
  const first = batcher.add(1);
  const second = batcher.add(2);
  await expect(batcher.add(3)).rejects.toThrow("full");
  (await untilGates(gates, 1)).open();
  (await untilGates(gates, 2)).open();
  expect(await Promise.all([first, second])).toEqual(["done 1", "done 2"]);
});

it("tries a batch again after a deadlock and gives up after its tries", async () => {
  const { batcher, gates } = gated({ maxTries: 2 });
  const lucky = batcher.add(1);
  (await untilGates(gates, 1)).open(new Error("deadlock"));
  (await untilGates(gates, 2)).open();
  expect(await lucky).toBe("done 1");
  const unlucky = batcher.add(2).catch((error: unknown) => String(error));
  (await untilGates(gates, 3)).open(new Error("deadlock"));
  (await untilGates(gates, 4)).open(new Error("deadlock"));
  expect(await unlucky).toContain("deadlock");
});

it("lets a poisoned item fail alone, by halves", async () => {
  const { batcher, gates } = gated();
  const first = batcher.add(1);
  const others = Promise.allSettled([2, 3, 4, 5].map((item) => batcher.add(item)));
  (await untilGates(gates, 1)).open();
  await first;
  const poison = new Error("poison");
  for (const [place, error] of [poison, undefined, poison, poison, undefined].entries())
    (await untilGates(gates, place + 2)).open(error);
  expect((await others).map((each) => each.status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
  ]);
  expect(gates.map((gate) => gate.items)).toEqual([[1], [2, 3, 4, 5], [2, 3], [4, 5], [4], [5]]);
});

describe("a lane that cannot be served just now", () => {
  /** Numbers of one ten are a lane; a lane is served when it is open. */
  function laned(patienceMs = 10_000) {
    const shut = new Set([1]);
    const batcher = createBatcher<number, string>({
      run: (items) => {
        const serve = (item: number) =>
          shut.has(Math.floor(item / 10)) ? heldBack : `done ${item}`;
        return new Promise((resolve) => setImmediate(() => resolve(items.map(serve))));
      },
      maxBatch: 100,
      maxWaiting: 5,
      refuse: () => new Error("full"),
      isTransient: () => false,
      isPoison: () => false,
      maxTries: 1,
      holding: {
        laneOf: (item) => String(Math.floor(item / 10)),
        afterMs: 5,
        afterMaxMs: 20,
        patienceMs,
        giveUp: () => new Error("gave up"),
      },
    });
    return { batcher, shut };
  }

  it("waits in its order while the others go on, and is served when it can be", async () => {
    const { batcher, shut } = laned();
    const done: string[] = [];
    const add = async (item: number): Promise<void> => void done.push(await batcher.add(item));
    const early = [add(10), add(20), add(11)];
    await early[1];
    const late = add(12);
    await add(21);
    expect(done).toEqual(["done 20", "done 21"]);
    shut.clear();
    await Promise.all([...early, late]);
    expect(done).toEqual(["done 20", "done 21", "done 10", "done 11", "done 12"]);
    await batcher.idle();
  });

  it("counts as waiting, and idle waits for it", async () => {
    const { batcher, shut } = laned();
    const all = [10, 11, 12, 13, 14].map((item) => batcher.add(item));
    await batcher.add(20).catch(() => undefined);
    while (batcher.waiting() < 5) await new Promise(setImmediate);
    await expect(batcher.add(20)).rejects.toThrow("full");
    shut.clear();
    await batcher.idle();
    expect(batcher.waiting()).toBe(0);
    expect(await Promise.all(all)).toHaveLength(5);
  });

  it("gives up after its patience", async () => {
    const { batcher } = laned(0);
    await expect(batcher.add(10)).rejects.toThrow("gave up");
    expect(await batcher.add(20)).toBe("done 20");
  });
});

it("fails the whole batch when the database is gone", async () => {
  const { batcher, gates } = gated();
  const first = batcher.add(1);
  const others = Promise.allSettled([2, 3].map((item) => batcher.add(item)));
  (await untilGates(gates, 1)).open();
  await first;
  (await untilGates(gates, 2)).open(new Error("connection lost"));
  expect((await others).map((each) => each.status)).toEqual(["rejected", "rejected"]);
  expect(gates).toHaveLength(2);
});
