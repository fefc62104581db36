import type { DocumentId, ParticipantAccessLevel } from "@colbin/protocol";
import { expect, test } from "vitest";
import { parentsFor, placeAt, topOf, type DropZone } from "./document-places.ts";

function documentOf(
  id: string,
  parentId: string | null,
  sessionRoomSlug: string | null = null,
  level: ParticipantAccessLevel = "ADMIN",
) {
  return { id: id as DocumentId, parentId: parentId as DocumentId | null, sessionRoomSlug, level };
}

const documents = [
  documentOf("a", null),
  documentOf("a1", "a"),
  documentOf("a2", "a"),
  documentOf("a21", "a2"),
  documentOf("b", null),
  documentOf("b1", "b", null, "WRITE"),
  documentOf("b2", "b"),
  documentOf("read", null, null, "READ"),
  documentOf("hidden parent", "gone"),
  documentOf("room", null, "plans"),
];
const named = (id: string) => {
  const found = documents.find((each) => each.id === id);
  if (!found) throw new Error(`No ${id}`);
  return found;
};

test.each<[string, DropZone, string, string | undefined]>([
  ["b", "before", "a1", "a, first"],
  ["b", "before", "a2", "a, behind a1"],
  ["b", "after", "a2", "a, behind a2"],
  ["b", "inside", "a", "a, behind a2"],
  ["b", "inside", "a1", "a1, first"],
  ["b", "before", "a", "top, first"],
  ["a1", "after", "b", "top, behind b"],
  ["a2", "before", "a1", "a, first"],
  ["b1", "after", "b2", "b, behind b2"],
  ["b1", "inside", "a", undefined],
  ["b1", "after", "b", undefined],
  ["a", "inside", "a21", undefined],
  ["a", "before", "a1", undefined],
  ["b", "inside", "b", undefined],
  ["b", "inside", "read", undefined],
  ["b", "after", "room", undefined],
])("%s let go %s %s stands in %s", (moved, zone, target, expected) => {
  const place = placeAt(documents, named(moved), { target: named(target), zone });
  const words =
    place &&
    `${place.parentId ?? "top"}, ${place.afterId === null ? "first" : `behind ${place.afterId}`}`;
  expect(words).toBe(expected);
});

test("one stands below writable ones of its room, and not below itself", () => {
  expect(parentsFor(documents, named("a2")).map(({ id }) => id)).toEqual([
    "a",
    "a1",
    "b",
    "b1",
    "b2",
    "hidden parent",
  ]);
});

test.each([
  ["a21", "a"],
  ["a", "a"],
  ["hidden parent", "hidden parent"],
])("%s stands below %s at the top", (id, expected) => {
  expect(topOf(documents)(named(id)).id).toBe(expected);
});
