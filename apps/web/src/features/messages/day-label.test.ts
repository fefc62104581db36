import { expect, test } from "vitest";
import { dayLabel } from "./day-label.ts";

test.each([
  [new Date(2026, 10, 19, 0, 0), "Today"],
  [new Date(2026, 10, 18, 23, 59), "Yesterday"],
  [new Date(2026, 10, 17, 12, 0), /Tuesday/],
  [new Date(2025, 10, 19, 12, 0), /2025/],
])("on 19 November 2026 the day of %s reads %s", (date, label) => {
  expect(dayLabel(date, "2026-11-19")).toMatch(label);
});

test("the first of January knows its eve", () => {
  expect(dayLabel(new Date(2025, 11, 31, 20, 0), "2026-01-01")).toBe("Yesterday");
});
