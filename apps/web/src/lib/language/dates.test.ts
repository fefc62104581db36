import { afterEach, expect, test, vi } from "vitest";
import { account } from "#web/lib/api/account.ts";
import { clockKey, dayAfter, dayKey, formatClockDigits, formatDate, momentOf } from "./dates.ts";

const evening = new Date(2026, 10, 22, 21, 5);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function readIn(...languages: string[]): void {
  vi.stubGlobal("navigator", { languages });
}

function liveIn(timezone: string | null): void {
  const session = account.session.getSnapshot();
  const user = { preferences: { timezone } } as never;
  vi.spyOn(account.session, "getSnapshot").mockReturnValue({ ...session, user });
}

test("the clock is the reader's own, of 12 hours or of 24", () => {
  readIn("en-US");
  expect(formatDate(evening, "clock")).toMatch(/^9:05\sPM$/);
  readIn("en-GB", "en-US");
  expect(formatDate(evening, "clock")).toBe("21:05");
});

test("its digits alone leave the half of the day away", () => {
  readIn("en-US");
  expect(formatClockDigits(evening)).toBe("9:05");
  readIn("en-GB");
  expect(formatClockDigits(evening)).toBe("21:05");
});

test.each([
  ["Pacific/Auckland", "2026-11-20", "00:30"],
  ["America/Los_Angeles", "2026-11-19", "03:30"],
  ["Asia/Kathmandu", "2026-11-19", "17:15"],
])("in %s the same moment is of the day %s, at %s", (zone, day, clock) => {
  readIn("en-GB");
  liveIn(zone);
  const moment = new Date("2026-11-19T11:30:00Z");
  expect([dayKey(moment), clockKey(moment)]).toEqual([day, clock]);
  expect(formatDate(moment, "clock")).toBe(clock);
});

test("a zone that this browser does not know is that of the device", () => {
  readIn("en-GB");
  liveIn("Mars/Olympus");
  expect(formatDate(evening, "clock")).toBe("21:05");
});

// The clocks of Lisbon change on 25 October; those of Cairo leap from midnight to one on 24 April.
test.each([
  ["Europe/Lisbon", "2026-10-25", 0, "2026-10-24T23:00:00Z"],
  ["Europe/Lisbon", "2026-10-26", 0, "2026-10-26T00:00:00Z"],
  ["Asia/Tokyo", "2026-12-31", 9, "2026-12-31T00:00:00Z"],
  ["Africa/Cairo", "2026-04-24", 0, "2026-04-23T22:00:00Z"],
  [null, "2026-11-22", 21, new Date(2026, 10, 22, 21).toISOString()],
])("in %s the day %s comes to %i o'clock at %s", (zone, day, hour, moment) => {
  liveIn(zone);
  expect(momentOf(day, hour)).toEqual(new Date(moment));
});

test("the day after the last of a month and of a year is the first", () => {
  expect(dayAfter("2026-12-31")).toBe("2027-01-01");
  expect(dayAfter("2028-02-28", 2)).toBe("2028-03-01");
});
