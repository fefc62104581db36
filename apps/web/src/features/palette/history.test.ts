import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Command } from "./command.ts";
import {
  HISTORY_MAX,
  readHistory,
  withRun,
  writeHistory,
  type History,
} from "./palette-history.ts";

const alice = { userId: "alice", workspaceId: "team" };

const command = (id: string): Command => ({
  id,
  title: `Title of ${id}`,
  category: "channel",
  keywords: ["word"],
  mark: { kind: "sign", sign: "#" },
  run: () => undefined,
});

const runs = fc.array(fc.nat(14).map(String), { maxLength: 60 });

const afterRuns = (ids: readonly string[]): History =>
  ids.reduce<History>((history, id, at) => withRun(history, command(id), at), []);

test("the history has the last ten, each once, the newest first, with how often and when", () => {
  fc.assert(
    fc.property(runs, (ids) => {
      const history = afterRuns(ids);
      const latest = [...new Set(ids.toReversed())].slice(0, HISTORY_MAX);
      expect(history.map(({ item }) => item.id)).toEqual(latest);
      for (const { item, timestamp, frequency } of history) {
        expect(timestamp).toBe(ids.lastIndexOf(item.id));
        expect(frequency).toBeGreaterThanOrEqual(1);
        expect(frequency).toBeLessThanOrEqual(ids.filter((id) => id === item.id).length);
      }
    }),
  );
});

test("a repeated command counts one up", () => {
  expect(afterRuns(["a", "b", "a", "a"])[0]).toMatchObject({ frequency: 3, timestamp: 3 });
});

test("what was stored comes back for the same person in the same workspace alone, without icons and actions", () => {
  const places = fc.record({
    userId: fc.constantFrom("alice", "bob"),
    workspaceId: fc.constantFrom("", "team", "other"),
  });
  fc.assert(
    fc.property(runs, places, places, (ids, one, other) => {
      const stored = writeHistory(null, one, afterRuns(ids));
      expect(stored).not.toMatch(/mark|run/);
      const isSame = one.userId === other.userId && one.workspaceId === other.workspaceId;
      expect(readHistory(stored, other)).toEqual(isSame ? afterRuns(ids) : []);
    }),
  );
});

test("writing keeps what the same person has elsewhere, and removes what others have", () => {
  const elsewhere = { ...alice, workspaceId: "" };
  const bob = { ...alice, userId: "bob" };
  const first = writeHistory(null, elsewhere, afterRuns(["a"]));
  const second = writeHistory(first, alice, afterRuns(["b"]));
  expect(readHistory(second, elsewhere)).toHaveLength(1);
  const third = writeHistory(second, bob, afterRuns(["c"]));
  expect([elsewhere, alice].flatMap((owner) => readHistory(third, owner))).toEqual([]);
});

test("what we did not write is no history", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (stored) => {
      expect(readHistory(stored, alice)).toEqual([]);
    }),
  );
  const entries = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()));
  fc.assert(
    fc.property(entries, (value) => {
      expect(readHistory(JSON.stringify({ "alice team": value }), alice)).toEqual([]);
    }),
  );
});
