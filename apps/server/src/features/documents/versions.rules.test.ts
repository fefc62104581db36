import { expect, it, test } from "vitest";
import { isVersionDue, listSuperseded } from "./versions.rules.ts";

const HOUR_MS = 60 * 60_000;
const now = new Date("2026-12-31T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);

it.each([
  [4 * 60_000 + 59_999, false],
  [5 * 60_000, true],
])("a version is due after five minutes of editing: %i ms, %s", (ms, isDue) => {
  expect(isVersionDue(new Date(now.getTime() - ms), now)).toBe(isDue);
});

test("of a day one version stays after a week, of a week one after 90 days, each the last", () => {
  const hours = [1, 2, 168, 176, 177, 190, 24 * 88, 24 * 88 + 1, 24 * 92, 24 * 93, 24 * 101];
  const versions = hours.map((id) => ({ id, createdAt: ago(id) }));
  expect(listSuperseded(versions, now)).toEqual([
    { id: 177, by: 176 },
    { id: 24 * 88 + 1, by: 24 * 88 },
    { id: 24 * 93, by: 24 * 92 },
  ]);
});
