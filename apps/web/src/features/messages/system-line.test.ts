import { systemKinds, userId, type SystemKind } from "@colbin/protocol";
import { expect, test } from "vitest";
import { systemLine } from "./system-line.ts";

const ids = [1, 2, 3, 4, 5].map((n) => userId.parse(`0193a000-0000-7000-8000-00000000000${n}`));
const [ada, ben] = ids;

function line(
  kind: SystemKind,
  { by = 0, at, values = {} }: { by?: number; at?: number; values?: Record<string, string> } = {},
) {
  const [actorId = null] = [ids[by]];
  const targetIds = at === undefined ? [] : [ids[at] ?? ids[0]].flatMap((id) => id ?? []);
  const told = { name: `Person ${by}`, ...(at !== undefined && { target: `Person ${at}` }) };
  return {
    content: "As the server wrote it",
    metadata: { system: { kind, actorId, targetIds, values: { ...told, ...values } } },
  };
}

const names = new Map([
  [ada ?? "", "Ada Now"],
  [ben ?? "", "Ben Now"],
]);

test.each([
  [line("room_created"), "Ada Now created the room"],
  [line("added", { at: 1 }), "Ada Now added Ben Now"],
  [line("removed", { by: 2, at: 3 }), "Person 2 removed Person 3"],
  [line("invited_joined", { values: { inviter: "Cid" } }), "Ada Now joined, invited by Cid"],
  [
    line("level_changed", { at: 1, values: { level: "COMMENT" } }),
    "Ada Now changed the access level of Ben Now to Comment",
  ],
  [
    line("access_type_changed", { values: { accessType: "PROTECTED" } }),
    "Ada Now made the room protected",
  ],
  [line("title_changed", { values: { title: "{name}" } }), "Ada Now renamed the room to {name}"],
  [line("title_changed"), "As the server wrote it"],
  [line("of_a_newer_server" as SystemKind), "As the server wrote it"],
  [{ content: "Nothing told", metadata: {} }, "Nothing told"],
])("a line is told by its kind, with the names of now: %#", (message, text) => {
  expect(systemLine([message], names)).toBe(text);
});

test("every kind has a text of its own", () => {
  const values = { inviter: "Cid", title: "Tea", level: "READ", accessType: "PUBLIC" };
  const texts = systemKinds.map((kind) => systemLine([line(kind, { at: 1, values })], names));
  expect(new Set(texts).size).toBe(systemKinds.length);
  expect(texts).not.toContain("As the server wrote it");
});

test.each([
  [["joined 0", "joined 1"], "Ada Now and Ben Now joined"],
  [["joined 0", "guest_joined 1", "invited_joined 2"], "Ada Now, Ben Now, and Person 2 joined"],
  [
    ["joined 0", "joined 1", "joined 2", "joined 3", "joined 4"],
    "Ada Now, Ben Now, and 3 others joined",
  ],
  [["joined 0", "left 0", "joined 0"], "Ada Now joined; Ada Now left"],
  [["left 3", "left 1"], "Person 3 and Ben Now left"],
])("those who came and went in a minute are one line: %j", (told, text) => {
  const lines = told.map((each) => {
    const [kind = "", by] = each.split(" ");
    return line(kind as SystemKind, { by: Number(by) });
  });
  expect(systemLine(lines, names)).toBe(text);
});
