import { expect, test } from "vitest";
import { countLive, endAfter } from "./key-life.ts";

test("a key whose time is over takes the place of no other", () => {
  const keys = [-1, 0, 1, 90].map((days) => ({ expiresAt: endAfter(days).toISOString() }));
  expect(countLive(keys)).toBe(2);
});
