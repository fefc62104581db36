import { expect, it } from "vitest";
import { findCycles } from "./cycles.ts";

function graph(edges: Readonly<Record<string, readonly string[]>>): Map<string, readonly string[]> {
  return new Map(Object.entries(edges));
}

it("finds no cycle in a tree whose branches meet again", () => {
  expect(findCycles(graph({ a: ["b", "c"], b: ["d"], c: ["d"], d: ["npm:zod"] }))).toEqual([]);
});

it("reports the shortest way round, until every file on a cycle is named", () => {
  const edges = { main: ["a"], a: ["b", "c"], b: ["c"], c: ["a"] };
  expect(findCycles(graph(edges))).toEqual([
    ["a", "c"],
    ["b", "c", "a"],
  ]);
});

it("reports a file that imports itself", () => {
  expect(findCycles(graph({ a: ["a"] }))).toEqual([["a"]]);
});
