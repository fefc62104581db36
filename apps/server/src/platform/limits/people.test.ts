import type { UserId } from "@colbin/protocol";
import { describe, expect, test } from "vitest";
import { People } from "./people.ts";
import { TokenBucket } from "./token-bucket.ts";

describe("a token bucket", () => {
  test("lets a burst pass, then the rate, and says how long to wait", () => {
    const bucket = new TokenBucket(10, 3, 0);
    expect([1, 2, 3, 4].map(() => bucket.take(0))).toEqual([0, 0, 0, 100]);
    expect(bucket.take(99)).toBe(1);
    expect(bucket.take(100)).toBe(0);
    expect(bucket.isFull(300)).toBe(false);
    expect(bucket.isFull(400)).toBe(true);
  });
});

describe("the limits of a person", () => {
  test("are kept until they owe nothing, and then forgotten", () => {
    const rates = { frameRate: 1, frameBurst: 2, sendRate: 1, sendBurst: 2 };
    const limits = {
      ...rates,
      editRate: 60,
      reportRate: 60,
      reactionRate: 60,
      searchRate: 60,
      statisticsRate: 20,
      findPersonRate: 30,
      joinRate: 60,
      uploadsHour: 60,
      notificationTestsHour: 3,
      imageRate: 60,
      linkPreviewRate: 60,
      socketsPerPerson: 5,
    };
    const people = new People(limits);
    const id = "somebody" as UserId;
    const first = people.enter(id, 0);
    if (!first) throw new Error("The first socket is let in");
    first.frames.take(0);
    people.leave(first);
    people.forget(500);
    expect(people.enter(id, 500)).toBe(first);
    people.leave(first);
    people.forget(1_500);
    expect(people.enter(id, 1_500)).not.toBe(first);
  });
});
