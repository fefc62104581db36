import { describe, expect, test } from "vitest";
import {
  isFull,
  listCodeLimits,
  listFailLimits,
  listWaitLimits,
  toLinkLifeMs,
  waitMsOf,
  type Limit,
  type OtpLimits,
  type Scope,
} from "./limits.rules.ts";

const limits: OtpLimits = {
  otpTriesPerCode: 3,
  otpResendS: 30,
  otpSendsPerIdentifierHour: 6,
  otpSendsPerIdentifierDay: 15,
  otpFailsPerIdentifierDay: 15,
  otpFailsInARow: 50,
  otpSendsPerIpHour: 60,
  otpFailsPerIpHour: 20,
  otpFailsPerIpDay: 60,
  otpFailsInstanceDay: 27,
};
const stranger: Scope = {
  identifier: "alice@example.org",
  caller: "c0ffee",
  device: undefined,
  address: "192.0.2.7",
};
const now = new Date("2026-06-30T12:00:00Z");
function ago(ms: number): Date {
  return new Date(now.getTime() - ms);
}

describe("a window", () => {
  const limit: Limit = { key: "k", max: 3, windowMs: 60_000 };

  test("has room while fewer hits than the limit are in it", () => {
    expect(isFull(limit, undefined, now)).toBe(false);
    expect(isFull(limit, { hits: [ago(1), ago(2)], heldUntil: null }, now)).toBe(false);
  });

  test("is full until the oldest of the last hits leaves it", () => {
    const state = { hits: [ago(50_000), ago(20_000), ago(10_000)], heldUntil: null };
    expect(waitMsOf(limit, state, now)).toBe(10_000);
    expect(isFull(limit, state, new Date(now.getTime() + 10_000))).toBe(false);
  });

  test("slides: hits around its edge count together", () => {
    const state = { hits: [ago(61_000), ago(59_000), ago(2), ago(1)], heldUntil: null };
    expect(isFull(limit, state, now)).toBe(true);
  });

  test("that is held is full though its hits have left it", () => {
    const state = { hits: [ago(90_000)], heldUntil: new Date(now.getTime() + 5_000) };
    expect(waitMsOf(limit, state, now)).toBe(5_000);
  });
});

test("failures in a row have no time after which they are over", () => {
  const limit: Limit = { key: "k", max: 2, windowMs: undefined };
  const state = { hits: [ago(9e9), ago(9e8)], heldUntil: null };
  expect(waitMsOf(limit, state, now)).toBeUndefined();
  expect(isFull(limit, state, now)).toBe(true);
});

describe("what a request counts for", () => {
  const known: Scope = { ...stranger, device: "d1" };
  function allKeys(scope: Scope): string[] {
    const sends = [...listWaitLimits(limits, scope), ...listCodeLimits(limits, scope)];
    return [...sends, ...listFailLimits(limits, scope)].map(({ key }) => key);
  }

  test("a known device shares no counter with strangers but the pause between its own codes", () => {
    const shared = allKeys(known).filter((key) => allKeys(stranger).includes(key));
    expect(shared).toEqual(["resend alice@example.org to c0ffee"]);
  });

  test("two known devices share none either", () => {
    const other: Scope = { ...known, device: "d2", caller: "cafe" };
    expect(allKeys(known).filter((key) => allKeys(other).includes(key))).toEqual([]);
  });

  test("an address that is not counted has no counter", () => {
    const uncounted = allKeys({ ...stranger, address: undefined });
    expect(uncounted.filter((key) => key.includes("from"))).toEqual([]);
  });

  test("nothing that a stranger elsewhere can fill makes anybody wait", () => {
    const other: Scope = { ...stranger, caller: "cafe", address: "192.0.2.8" };
    const waits = listWaitLimits(limits, stranger).map(({ key }) => key);
    expect(waits).toEqual(["sends from 192.0.2.7", "resend alice@example.org to c0ffee"]);
    expect(waits.filter((key) => allKeys(other).includes(key))).toEqual([]);
  });
});

test("the sixteenth link of a day lives longer", () => {
  expect([1, 15, 16, 40].map(toLinkLifeMs)).toEqual([600_000, 600_000, 3_600_000, 3_600_000]);
});
