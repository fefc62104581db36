import { expect, test } from "vitest";
import { dueWeek } from "./digests.rules.ts";

test.each([
  ["Europe/Berlin", "2026-10-19T06:59:59Z", undefined],
  ["Europe/Berlin", "2026-10-19T07:00:00Z", "2026-W43"],
  // The clocks went back in the night before: 09:00 is an hour later in UTC.
  ["Europe/Berlin", "2026-10-26T07:30:00Z", undefined],
  ["Europe/Berlin", "2026-10-26T08:00:00Z", "2026-W44"],
  ["Europe/Berlin", "2026-03-30T07:00:00Z", "2026-W14"],
  ["America/New_York", "2026-03-09T12:59:00Z", undefined],
  ["America/New_York", "2026-03-09T13:00:00Z", "2026-W11"],
  ["Asia/Kathmandu", "2026-11-30T03:14:00Z", undefined],
  ["Asia/Kathmandu", "2026-11-30T03:15:00Z", "2026-W49"],
  // Monday is over there, or has not begun.
  ["Pacific/Kiritimati", "2026-11-30T08:00:00Z", undefined],
  ["Pacific/Kiritimati", "2026-11-29T19:00:00Z", "2026-W49"],
  ["Pacific/Pago_Pago", "2026-11-30T20:00:00Z", "2026-W49"],
  ["UTC", "2026-11-30T20:59:00Z", "2026-W49"],
  ["UTC", "2026-11-30T21:00:00Z", undefined],
  ["UTC", "2026-12-01T10:00:00Z", undefined],
  // Weeks belong to the year of their Thursday.
  ["UTC", "2024-12-30T09:00:00Z", "2025-W01"],
  ["UTC", "2026-12-28T09:00:00Z", "2026-W53"],
])("in %s the digest of %s is %s", (zone, now, week) => {
  expect(dueWeek(zone, new Date(now))).toBe(week);
});
