import { expect, it } from "vitest";
import { actOnEach, readDue } from "./each.ts";

const numbers = Array.from({ length: 450 }, (_, place) => place);
const due = () =>
  readDue<number>((after = -1, limit) =>
    Promise.resolve(numbers.filter((each) => each > after).slice(0, limit)),
  );
const away = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });

it.each<[string, (each: number) => Error | undefined, number, number]>([
  ["all is done", () => undefined, 450, 0],
  ["what fails keeps nothing back", (each) => (each < 300 ? new Error("no") : undefined), 150, 300],
  [
    "something that waits for a lock is one of them",
    (each) => (each === 7 ? away : undefined),
    449,
    1,
  ],
  ["without a database nothing is tried for long", (each) => (each > 9 ? away : undefined), 10, 3],
])("%s", async (_what, failureOf, doneCount, failedCount) => {
  const done: number[] = [];
  const work = actOnEach(due(), (each) => {
    const failure = failureOf(each);
    if (failure) return Promise.reject(failure);
    done.push(each);
    return Promise.resolve();
  });
  const failures = await work.then(
    () => [],
    (error: AggregateError) => error.errors as unknown[],
  );
  expect([done.length, failures.length]).toEqual([doneCount, failedCount]);
});
