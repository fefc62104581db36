import { expect, it } from "vitest";
import { inProcessLocks, webLocks } from "./locks.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { memoryStorage, webStorage } from "./storage.ts";
import { createStore } from "./store.ts";
import { programRuntime, systemRuntime } from "./system.ts";

const nothing = () => () => undefined;

it("runs one task at a time under a name, in the order of asking, and others beside it", async () => {
  const { run } = inProcessLocks();
  const steps: string[] = [];
  const task = (name: string) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    await Promise.resolve();
    steps.push(`${name} ends`);
  };
  await Promise.all([run("a", task("one")), run("a", task("two")), run("b", task("beside"))]);
  expect(steps.filter((step) => !step.startsWith("beside"))).toEqual([
    "one begins",
    "one ends",
    "two begins",
    "two ends",
  ]);
  expect(steps.indexOf("beside begins")).toBeLessThan(steps.indexOf("one ends"));
});

it("lets go of a lock whose task failed", async () => {
  const { run } = inProcessLocks();
  await expect(run("a", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");
  await expect(run("a", async () => "next")).resolves.toBe("next");
});

it("asks the browser for its locks by name", async () => {
  const asked: string[] = [];
  const { run } = webLocks({
    request(name, task) {
      asked.push(name);
      return task();
    },
  });
  await expect(run("a", async () => 1)).resolves.toBe(1);
  expect(asked).toEqual(["a"]);
});

it("gives who asks during a run one that begins afterwards, and only one", async () => {
  let runs = 0;
  const ends: (() => void)[] = [];
  const load = oneAtATime(() => {
    runs += 1;
    return new Promise((resolve) => {
      ends.push(resolve);
    });
  });
  const first = load();
  const second = load();
  const third = load();
  expect(runs).toBe(1);
  ends[0]?.();
  await first;
  await Promise.resolve();
  expect(runs).toBe(2);
  ends[1]?.();
  await Promise.all([second, third]);
  expect(runs).toBe(2);
});

it("keeps values in local storage, and in memory where that is forbidden or full", () => {
  const values = new Map<string, string>();
  let isFull = false;
  const area = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new Error("QuotaExceededError");
      values.set(key, value);
    },
    removeItem: (key: string) => void values.delete(key),
  };
  const storage = webStorage(() => area, nothing);
  storage.set("a", "1");
  expect(values.get("a")).toBe("1");
  isFull = true;
  storage.set("a", "2");
  expect(storage.get("a")).toBe("2");
  isFull = false;
  storage.set("a", "3");
  expect([storage.get("a"), values.get("a")]).toEqual(["3", "3"]);
  storage.remove("a");
  expect(storage.get("a")).toBeNull();

  const forbidden = webStorage(() => {
    throw new Error("SecurityError");
  }, nothing);
  forbidden.set("a", "1");
  expect(forbidden.get("a")).toBe("1");
  forbidden.remove("a");
  expect(forbidden.get("a")).toBeNull();
});

it("forgets with the process in memory", () => {
  const storage = memoryStorage();
  storage.set("a", "1");
  expect(storage.get("a")).toBe("1");
  storage.remove("a");
  expect(storage.get("a")).toBeNull();
});

it("tells each listener of a change once, and of no change nothing", () => {
  const store = createStore(1);
  let heard = 0;
  const listener = () => {
    heard += 1;
  };
  const stops = [store.subscribe(listener), store.subscribe(listener)];
  store.update((value) => value + 1);
  expect(heard).toBe(2);
  store.update((value) => value);
  expect(heard).toBe(2);
  stops[0]?.();
  store.update((value) => value + 1);
  expect(heard).toBe(3);
});

it("takes what a program has where there is no page", async () => {
  const runtime = systemRuntime();
  expect(runtime.refreshDelivery).toBe("body");
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
  expect(runtime.uuid()).toMatch(uuid);
  expect(runtime.uuid()).not.toBe(runtime.uuid());
  await new Promise<void>((resolve) => {
    runtime.startTimer(resolve, 0);
  });
  programRuntime()
    .startTimer(() => expect.unreachable(), 1)
    .cancel();
});
