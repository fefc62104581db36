import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createReloaded } from "./reloaded.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function newSource(failures: number) {
  const load = vi.fn<() => Promise<string>>(async () => {
    if (load.mock.calls.length <= failures) throw new Error("no network");
    return "loaded";
  });
  return { load, source: createReloaded({ load, fallback: "fallback", retryAfterMs: 1000 }) };
}

test("what loads is asked for once", async () => {
  const { load, source } = newSource(0);
  expect(await source.get()).toBe("loaded");
  expect(source.get()).toBe(source.get());
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledOnce();
});

test("a failure shows the fallback and is tried again until it loads, and then told", async () => {
  const { load, source } = newSource(2);
  const listener = vi.fn<() => void>();
  source.subscribe(listener);
  expect(await source.get()).toBe("fallback");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await source.get()).toBe("fallback");
  expect(listener).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1000);
  expect(listener).toHaveBeenCalledOnce();
  expect(await source.get()).toBe("loaded");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledTimes(3);
});

test("what is known is there at once, until it has loaded", async () => {
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network"));
  load.mockResolvedValue("loaded");
  const source = createReloaded({ load, known: "known", fallback: "fallback", retryAfterMs: 1000 });
  expect(source.get()).toMatchObject({ status: "fulfilled", value: "known" });
  expect(source.get()).toBe(source.get());
  await vi.advanceTimersByTimeAsync(1000);
  expect(await source.get()).toBe("loaded");
  expect(load).toHaveBeenCalledTimes(2);
});
