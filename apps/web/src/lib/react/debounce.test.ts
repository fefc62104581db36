import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDebounce } from "./debounce.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("what comes once a second is shown after the longest wait, although it never rests for two", () => {
  const debounce = createDebounce(4000);
  const shown: number[] = [];
  for (let second = 0; second < 10; second += 1) {
    debounce.ask(2000, () => shown.push(second));
    vi.advanceTimersByTime(1000);
  }
  expect(shown).toEqual([3, 7]);
});

test("what rests is shown after the delay, and only the last of it", () => {
  const debounce = createDebounce(4000);
  const shown: string[] = [];
  debounce.ask(2000, () => shown.push("first"));
  vi.advanceTimersByTime(1000);
  debounce.ask(2000, () => shown.push("last"));
  vi.advanceTimersByTime(1999);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["last"]);
});

test("what is cancelled is never shown, and the next one waits its whole time", () => {
  const debounce = createDebounce(4000);
  const shown: string[] = [];
  debounce.ask(3000, () => shown.push("cancelled"));
  vi.advanceTimersByTime(2500);
  debounce.cancel();
  debounce.ask(3000, () => shown.push("next"));
  vi.advanceTimersByTime(2999);
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual(["next"]);
});
