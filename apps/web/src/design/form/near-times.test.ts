import { afterEach, expect, test, vi } from "vitest";
import { account } from "#web/lib/api/account.ts";
import { momentText, nearTimes } from "./near-times.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

function liveIn(timezone: string): void {
  const session = account.session.getSnapshot();
  const user = { preferences: { timezone } } as never;
  vi.spyOn(account.session, "getSnapshot").mockReturnValue({ ...session, user });
  vi.stubGlobal("navigator", { languages: ["en-GB"] });
}

// The clocks of Lisbon go back on Sunday 25 October 2026, those of Los Angeles on 1 November.
test.each([
  ["Europe/Lisbon", "2026-10-24T10:00:00Z", ["11:20", "12:00", "Sunday 09:00", "Monday 09:00"]],
  ["Europe/Lisbon", "2026-10-25T00:30:00Z", ["01:50", "01:30", "Monday 09:00"]],
  ["America/Los_Angeles", "2026-10-26T06:30:00Z", ["23:50", "Monday 00:30", "Monday 09:00"]],
  ["Asia/Tokyo", "2026-10-26T03:00:00Z", ["12:20", "13:00", "Tuesday 09:00", "2 Nov, 09:00"]],
])("in %s at %s", (zone, at, words) => {
  liveIn(zone);
  const now = new Date(at);
  const times = nearTimes(now);
  expect(times.map((choice) => momentText(choice.at, now))).toEqual(words);
  expect(times.filter((choice) => choice.at <= now)).toEqual([]);
});
