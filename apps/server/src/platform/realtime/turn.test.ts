import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { TestMetrics } from "./test-node.ts";
import { Turn } from "./turn.ts";

const LONGEST_PAUSE_MS = 20;

/** Writing to a socket takes this long; the names of the sockets are kept in the order in which they were written. */
function createSockets(turn: Turn, written: string[], tookMs: number) {
  return (name: string) =>
    turn.addSocket({
      flush() {
        const until = performance.now() + tookMs;
        while (performance.now() < until);
        written.push(name);
      },
    });
}

const names = Array.from({ length: 64 }, (_, place) => `s${place}`);

test("a long turn lets others speak between sockets, and writes each socket once, in order", async () => {
  const written: string[] = [];
  const add = createSockets(new Turn(new TestMetrics()), written, 1);
  for (const name of names) add(name);
  let spoke = 0;
  while (written.length < names.length) {
    await setImmediate();
    spoke += 1;
    if (spoke === 2) add("late");
  }
  expect(spoke).toBeGreaterThan(3);
  await expect.poll(() => written).toEqual([...names, "late"]);
});

test("after a long turn the next one waits for a moment, no longer", async () => {
  const written: string[] = [];
  const add = createSockets(new Turn(new TestMetrics()), written, 1);
  for (const name of names) add(name);
  while (written.length < names.length) await setImmediate();
  const endedAt = performance.now();
  add("next");
  while (!written.includes("next")) await setImmediate();
  // Timers of the system may come a millisecond early.
  expect(performance.now() - endedAt).toBeGreaterThan(LONGEST_PAUSE_MS - 2);
});

test("turns of a few sockets follow each other at once", async () => {
  const written: string[] = [];
  const add = createSockets(new Turn(new TestMetrics()), written, 0);
  for (let turn = 1; turn <= 3; turn += 1) {
    add(`turn ${turn}`);
    await setImmediate();
    expect(written).toHaveLength(turn);
  }
});
