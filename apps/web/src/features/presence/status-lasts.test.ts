import { expect, test } from "vitest";
import { toExpiry } from "./status-lasts.ts";

test("a status ends after some minutes, with the day, or never", () => {
  const now = new Date(2026, 4, 6, 22, 30);
  expect(toExpiry("never", now)).toBeNull();
  expect(toExpiry("minutes45", now)).toBe(new Date(2026, 4, 6, 23, 15).toISOString());
  expect(toExpiry("hours4", now)).toBe(new Date(2026, 4, 7, 2, 30).toISOString());
  expect(toExpiry("today", now)).toBe(new Date(2026, 4, 7).toISOString());
});
