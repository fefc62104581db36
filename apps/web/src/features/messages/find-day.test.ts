import { expect, test } from "vitest";
import { monthBefore } from "./find-day.ts";

test.each([
  ["2026-11-26", "2026-10-26"],
  ["2026-03-31", "2026-02-28"],
  ["2024-03-30", "2024-02-29"],
  ["2026-01-15", "2025-12-15"],
])("a month before %s is %s", (day, before) => {
  expect(monthBefore(day)).toBe(before);
});
