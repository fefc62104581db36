import { describe, expect, test } from "vitest";
import { Admission } from "./admission.ts";
import { RESUMES_AT_ONCE } from "./bounds.ts";
import { range } from "#test/realtime/test-node.ts";
import { TimerWheel, type WheelItem } from "./timer-wheel.ts";

describe("the timer wheel", () => {
  function item(answers: readonly (number | undefined)[]) {
    const seen: number[] = [];
    const left = [...answers];
    const onDue = (now: number): number | undefined => {
      seen.push(now);
      return left.shift();
    };
    return { seen, slot: -1, onDue } satisfies WheelItem & { readonly seen: number[] };
  }

  test("looks at an item when its time has come: never early, late by a slot at most", () => {
    const wheel = new TimerWheel(1_000, 0);
    const five = item([undefined]);
    wheel.add(five, 5_000);
    wheel.advance(4_999);
    expect(five.seen).toEqual([]);
    wheel.advance(6_000);
    expect(five.seen).toEqual([6_000]);
    wheel.advance(900_000);
    expect(five.seen).toHaveLength(1);
  });

  test("looks again at the time that the item names, also beyond the wheel and in the past", () => {
    const wheel = new TimerWheel(1_000, 0);
    const patient = item([10_000, 500_000, undefined]);
    wheel.add(patient, 0);
    for (const second of range(1, 600)) wheel.advance(second * 1_000);
    const [first = 0, second = 0] = patient.seen;
    expect([first, second]).toEqual([1_000, 11_000]);
    expect(patient.seen.every((at) => at < 502_000)).toBe(true);
  });

  test("forgets what was removed, and survives a clock that jumps", () => {
    const wheel = new TimerWheel(1_000, 0);
    const [gone, stays] = [item([]), item([undefined])];
    wheel.add(gone, 3_000);
    wheel.add(stays, 3_000);
    wheel.remove(gone);
    wheel.advance(10_000_000);
    expect(gone.seen).toEqual([]);
    expect(stays.seen).toEqual([10_000_000]);
    wheel.advance(0);
    wheel.add(stays, 10_000_500);
    wheel.advance(10_002_000);
    expect(stays.seen).toHaveLength(2);
  });
});

describe("admission", () => {
  test("runs so many at a time, in order, and skips those that are gone", async () => {
    const admission = new Admission(1_000_000);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const enter = (number: number) =>
      admission.run(
        () => {
          started.push(number);
          return new Promise((resolve) => {
            finish.push(resolve);
          });
        },
        () => number === RESUMES_AT_ONCE + 1,
      );
    const all = range(1, RESUMES_AT_ONCE + 3).map((number) => enter(number));
    expect(started).toEqual(range(1, RESUMES_AT_ONCE));
    finish[0]?.();
    await all[0];
    await expect.poll(() => started.length).toBe(RESUMES_AT_ONCE + 1);
    expect(started.at(-1)).toBe(RESUMES_AT_ONCE + 2);
    for (const end of finish) end();
    await expect.poll(() => started.length).toBe(RESUMES_AT_ONCE + 2);
    for (const end of finish) end();
    await Promise.all(all);
  });

  test("gives the place of one that only waits for its client to the next", async () => {
    const admission = new Admission(1_000_000);
    const never = new Promise<void>(() => {});
    for (let count = 0; count < RESUMES_AT_ONCE; count += 1) {
      void admission.run(
        (leave) => {
          leave();
          return never;
        },
        () => false,
      );
    }
    let hasRun = false;
    await admission.run(
      () => {
        hasRun = true;
        return Promise.resolve();
      },
      () => false,
    );
    expect(hasRun).toBe(true);
  });
});
