import type { RoomId, SidebarSection } from "@colbin/protocol";
import { expect, test } from "vitest";
import { stepOf, withRoom, withSectionMoved } from "./section-moves.ts";

const toSection = (id: string, ...rooms: string[]): SidebarSection => ({
  id,
  title: id,
  roomIds: rooms as RoomId[],
});
const sections = [toSection("one", "a", "b"), toSection("two", "c"), toSection("three")];
const id = (room: string) => room as RoomId;
const shape = (list: readonly SidebarSection[]) =>
  list.map((section) => [section.id, ...section.roomIds].join(" "));

test.each([
  ["a", { sectionId: "two" }, ["one b", "two c a", "three"]],
  ["a", { sectionId: "two", before: id("c") }, ["one b", "two a c", "three"]],
  ["b", { sectionId: "one", before: id("a") }, ["one b a", "two c", "three"]],
  ["b", { sectionId: "one", before: id("b") }, ["one a b", "two c", "three"]],
  ["new", { sectionId: "three" }, ["one a b", "two c", "three new"]],
  ["a", { sectionId: "one", before: id("gone") }, ["one b a", "two c", "three"]],
  ["a", undefined, ["one b", "two c", "three"]],
])("%s is put to %j", (room, place, expected) => {
  expect(shape(withRoom(sections, id(room), place))).toEqual(expected);
});

test.each([
  ["b", -1, ["one b a", "two c", "three"]],
  ["a", 1, ["one b a", "two c", "three"]],
  ["b", 1, ["one a", "two b c", "three"]],
  ["c", -1, ["one a b c", "two", "three"]],
  ["c", 1, ["one a b", "two", "three c"]],
  ["new", -1, ["one a b", "two c", "three new"]],
] as const)("%s goes by %i", (room, step, expected) => {
  const place = stepOf(sections, id(room), step);
  expect(shape(withRoom(sections, id(room), place ?? undefined))).toEqual(expected);
});

test("a room goes out of the last section, and no further than that", () => {
  const filled = [toSection("one", "a")];
  expect(stepOf(filled, id("a"), 1)).toBeNull();
  expect(stepOf(filled, id("a"), -1)).toBeUndefined();
  expect(stepOf(filled, id("new"), 1)).toBeUndefined();
  expect(stepOf([], id("new"), -1)).toBeUndefined();
});

test("a section changes places with its neighbour, and stays at the ends", () => {
  expect(withSectionMoved(sections, "three", -1).map((each) => each.id)).toEqual([
    "one",
    "three",
    "two",
  ]);
  expect(withSectionMoved(sections, "one", -1)).toBe(sections);
  expect(withSectionMoved(sections, "three", 1)).toBe(sections);
});
