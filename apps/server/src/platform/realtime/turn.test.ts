import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { TestMetrics } from "#test/realtime/test-node.ts";
import { Turn } from "./turn.ts";

const LONGEST_PAUSE_MS = 20;

interface Written {
  readonly name: string;
  readonly at: number;
}

/** Sockets that take so long to write, and those that were written, in order. */
function createSockets(tookMs: number) {
  const turn = new Turn(new TestMetrics());
  const written: Written[] = [];
  const add = (name: string): void =>
    turn.addSocket({
      flush() {
        const until = performance.now() + tookMs;
        while (performance.now() < until);
        written.push({ name, at: performance.now() });
      },
    });
  return { add, written };
}

const names = Array.from({ length: 64 }, (_, place) => `s${place}`);

/** Writes a turn of many sockets; answers with how often others spoke until its end. */
async function writeLongTurn({ add, written }: ReturnType<typeof createSockets>, more?: string) {
  for (const name of names) add(name);
  for (let spoke = 1; ; spoke += 1) {
    await setImmediate();
    if (written.length >= names.length) return spoke;
    if (spoke === 1 && more !== undefined) add(more);
  }
}

test("a long turn lets others speak between sockets, and writes each socket once, in order", async () => {
  const sockets = createSockets(1);
  expect(await writeLongTurn(sockets, "late")).toBeGreaterThan(3);
  const order = () => sockets.written.map(({ name }) => name);
  await expect.poll(order).toEqual([...names, "late"]);
});

test("after a long turn what came meanwhile waits for a moment", async () => {
  const sockets = createSockets(1);
  await writeLongTurn(sockets, "late");
  await expect.poll(() => sockets.written.length).toBe(names.length + 1);
  const [last, late] = sockets.written.slice(-2);
  // Timers of the system may come a millisecond early.
  expect((late?.at ?? 0) - (last?.at ?? 0)).toBeGreaterThan(LONGEST_PAUSE_MS - 2);
});

test("after a long turn that left nothing waiting the next is written at once", async () => {
  const sockets = createSockets(1);
  await writeLongTurn(sockets);
  sockets.add("next");
  await setImmediate();
  expect(sockets.written.at(-1)?.name).toBe("next");
});

test("turns of a few sockets follow each other at once", async () => {
  const { add, written } = createSockets(0);
  for (let turn = 1; turn <= 3; turn += 1) {
    add(`turn ${turn}`);
    await setImmediate();
    expect(written).toHaveLength(turn);
  }
});
