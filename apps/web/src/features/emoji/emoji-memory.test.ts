import { expect, test } from "vitest";
import { RECENTS_MAX, toRecents, withRecent } from "./emoji-memory.ts";

test("the latest comes first, each is kept once, and no more than 24", () => {
  expect(withRecent(["👍", "🎉"], "🎉")).toEqual(["🎉", "👍"]);
  const many = Array.from({ length: RECENTS_MAX }, (_, at) => String(at));
  expect(withRecent(many, "🎉")).toHaveLength(RECENTS_MAX);
  expect(withRecent(many, "🎉")[0]).toBe("🎉");
});

test.each([["{}"], ['["text", 7, null]']])("%j is no memory of ours", (kept) =>
  expect(toRecents(kept)).toEqual([]),
);

test("what was kept comes back", () => {
  expect(toRecents('["👍",":party:"]')).toEqual(["👍", ":party:"]);
});
