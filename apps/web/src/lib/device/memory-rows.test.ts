import { expect, it } from "vitest";
import { MemoryRows } from "./memory-rows.ts";
import type { Change } from "./rows.ts";

const table = "drafts";
const here: Change = { table, key: ["alice", "here", "room"], value: 1 };
const elsewhere: Change = { table, key: ["alice", "elsewhere", "room"], value: 2 };
const other: Change = { table, key: ["al", "here", "room"], value: 3 };
const list: Change = { table: "lists", key: ["alice", "here"], value: 4 };

const cases = {
  "a row by its key": [here.key, [here]],
  "rows of a workspace": [["alice", "here"], [here]],
  "rows of a person": [["alice"], [here, elsewhere]],
  "all rows of the table": [[], [here, elsewhere, other]],
} as const;

it.each(Object.entries(cases))("reads and drops %s", async (_, [key, found]) => {
  const rows = new MemoryRows();
  await rows.write([here, elsewhere, other, list]);
  expect(await rows.read(table, key)).toEqual(found);
  expect(await rows.keys(table, key)).toEqual(found.map((each) => each.key));
  await rows.write([{ table, key }]);
  const left = [here, elsewhere, other].filter((each) => !found.includes(each as never));
  expect(await rows.read(table, [])).toEqual(left);
  expect(await rows.read("lists", [])).toEqual([list]);
});

it("remembers of each row what is to be done in the database, and forgets what is done", async () => {
  const rows = new MemoryRows();
  const end: Change = { table, key: ["alice"] };
  const again: Change = { ...here, value: 5 };
  await rows.write([here, elsewhere, end, here, other, again]);
  expect(rows.changes).toEqual([end, other, again]);
  const done = rows.changes;
  await rows.write([list]);
  rows.forget(done);
  expect(rows.changes).toEqual([list]);
});
