import { expect, test } from "vitest";
import { findZone } from "./time-zones.ts";

test.each([
  ["Europe/Lisbon", "Europe/Lisbon"],
  [" lisbon", "Europe/Lisbon"],
  ["new york", "America/New_York"],
  ["utc", "UTC"],
  ["kathmandu", "Asia/Kathmandu"],
  // Europe has many, and nowhere is on Mars.
  ["europe", undefined],
  ["mars", undefined],
])("%j means the zone %s", (typed, zone) => {
  expect(findZone(typed)).toBe(zone);
});
