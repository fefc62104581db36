import { describe, expect, test } from "vitest";
import { isReservedUsername, isTimeZone, judgeUsernameChange } from "./users.rules.ts";

const now = new Date("2026-06-30T12:00:00Z");
function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * 24 * 60 * 60_000);
}

describe("changing the username", () => {
  test("is free twice in 30 days", () => {
    expect(judgeUsernameChange([], now).waitMs).toBe(0);
    expect(judgeUsernameChange([daysAgo(3)], now).waitMs).toBe(0);
  });

  test("must then wait until the older of the two changes is 30 days old", () => {
    const { waitMs } = judgeUsernameChange([daysAgo(29), daysAgo(3)], now);
    expect(waitMs).toBe(24 * 60 * 60_000);
  });

  test("forgets changes that no longer count", () => {
    const recent = daysAgo(3);
    const judged = judgeUsernameChange([daysAgo(90), daysAgo(30), recent], now);
    expect(judged).toEqual({ counted: [recent], waitMs: 0 });
  });
});

test.each(["admin", "ad.min", "every_one", "support", "me"])("%s is reserved", (name) => {
  expect(isReservedUsername(name)).toBe(true);
});

test.each(["alice", "admiral", "meg", "user-a1b2c3"])("%s may be taken", (name) => {
  expect(isReservedUsername(name)).toBe(false);
});

test("a time zone is one that can be calculated with", () => {
  expect(isTimeZone("Europe/Berlin")).toBe(true);
  expect(isTimeZone("UTC")).toBe(true);
  expect(isTimeZone("Middle/Earth")).toBe(false);
});
