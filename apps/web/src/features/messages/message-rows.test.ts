import { messageId, userId, type SystemKind } from "@colbin/protocol";
import { expect, onTestFinished, test, vi } from "vitest";
import { toRows, type ListedMessage, type MessageRow } from "./message-rows.ts";

const nora = userId.parse("0193a000-0000-7000-8000-000000000001");
const jonas = userId.parse("0193a000-0000-7000-8000-000000000002");

function message(number: number, change: Partial<ListedMessage> = {}): ListedMessage {
  return {
    key: `key ${number}`,
    clientMessageId: null,
    msgNo: number,
    reactions: [],
    failure: null,
    failedEdit: null,
    id: messageId.parse(`0193a000-0000-7000-9000-${String(number).padStart(12, "0")}`),
    authorId: nora,
    authorName: "Nora Winter",
    authorAvatar: null,
    content: `message ${number}`,
    type: "text",
    metadata: {},
    createdAt: new Date(2026, 10, 19, 10, number).toISOString(),
    isEdited: false,
    isDeleted: false,
    status: "sent",
    ...change,
  };
}

const input = { ownId: nora, firstUnreadId: undefined, hasOlder: false };

/** d: a day, n: the line of the unread, A: first of an author, a: grouped, with ! where the own status is shown. */
function shape(rows: readonly MessageRow[]): string {
  return rows
    .map((row) =>
      row.kind === "message"
        ? (row.isFirst ? "A" : "a") + (row.showsStatus ? "!" : "")
        : row.kind[0],
    )
    .join("");
}

test("messages of one author within five minutes are one group", () => {
  const messages = [
    message(0),
    message(5),
    message(10, { createdAt: new Date(2026, 10, 19, 10, 10, 1).toISOString() }),
  ];
  expect(shape(toRows({ ...input, messages }))).toBe("dAaA!");
});

test("messages of a program stand apart from those that their author wrote", () => {
  const metadata = { viaApi: true } as const;
  const messages = [message(0), message(1, { metadata }), message(2, { metadata }), message(3)];
  expect(shape(toRows({ ...input, messages }))).toBe("dAAaA!");
});

test("the root of a thread shows no status there, an own reply does", () => {
  const messages = [message(0), message(1)];
  const rootId = message(0).id;
  expect(shape(toRows({ ...input, rootId, messages: messages.slice(0, 1) }))).toBe("dA");
  expect(shape(toRows({ ...input, rootId, messages }))).toBe("dAa!");
});

test("another author, a system line, a new day and the line of the unread each begin a group", () => {
  const messages = [
    message(0),
    message(1, { authorId: jonas }),
    message(2),
    message(3, { type: "system" }),
    message(4),
    message(5, { createdAt: new Date(2026, 10, 20, 0, 1).toISOString() }),
    message(6, { createdAt: new Date(2026, 10, 20, 0, 2).toISOString() }),
  ];
  expect(shape(toRows({ ...input, messages, firstUnreadId: messages[6]?.id }))).toBe("dAAAsAdAnA!");
});

test("lines of one minute that tell who came and went are one row, others are one each", () => {
  const line = (number: number, kind: SystemKind, second: number) =>
    message(number, {
      type: "system",
      createdAt: new Date(2026, 10, 19, 10, 0, second).toISOString(),
      metadata: { system: { kind, actorId: nora, targetIds: [], values: {} } },
    });
  const messages = [
    line(0, "joined", 1),
    line(1, "left", 59),
    line(2, "joined", 60),
    line(3, "archived", 61),
    line(4, "unarchived", 62),
    line(5, "guest_joined", 63),
    message(6),
    line(7, "left", 64),
  ];
  const rows = toRows({ ...input, messages });
  expect(shape(rows)).toBe("dsssssA!s");
  expect(rows.flatMap((row) => (row.kind === "system" ? [row.messages.length] : []))).toEqual([
    2, 1, 1, 1, 1, 1,
  ]);
  expect(rows[1]?.key).toBe("key 0");
});

test("the own status stands on the last own message that is not failed", () => {
  const messages = [
    message(0),
    message(1),
    message(2, { status: "failed" }),
    message(3, { authorId: jonas }),
  ];
  expect(shape(toRows({ ...input, messages }))).toBe("dAa!aA");
});

test("what waits since after midnight begins no day before what was said earlier, and no key is given twice", () => {
  const at = (day: number, hour: number, minute: number) => ({
    createdAt: new Date(2026, 10, day, hour, minute).toISOString(),
  });
  const unsent = { clientMessageId: "temp_1", status: "failed" } as const;
  const before = [message(0, at(19, 22, 0)), message(1, { ...unsent, ...at(20, 0, 10) })];
  expect(shape(toRows({ ...input, messages: before }))).toBe("dA!dA");
  const after = [...before, message(2, at(19, 23, 40)), message(3, at(20, 0, 20))];
  const rows = toRows({ ...input, messages: after });
  expect(shape(rows)).toBe("dAAAdA!");
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test("older messages add rows at the front and change none of those behind", () => {
  const messages = Array.from({ length: 40 }, (_, index) =>
    message(index, {
      authorId: index % 3 ? nora : jonas,
      createdAt: new Date(2026, 10, 17 + Math.floor(index / 15), 10, index).toISOString(),
    }),
  );
  const before = toRows({ ...input, messages: messages.slice(20), hasOlder: true });
  const after = toRows({ ...input, messages, hasOlder: false });
  expect(after.slice(-before.length).map(({ key }) => key)).toEqual(before.map(({ key }) => key));
});

test("the calendar is asked for each day and not for each message", () => {
  const messages = Array.from({ length: 3000 }, (_, index) =>
    message(index, {
      createdAt: new Date(
        2026,
        10,
        17 + Math.floor(index / 1000),
        10,
        0,
        index % 1000,
      ).toISOString(),
    }),
  );
  const { prototype } = Intl.DateTimeFormat as unknown as { prototype: { format: string } };
  const calendar = vi.spyOn(prototype, "format", "get");
  onTestFinished(() => calendar.mockRestore());

  const rows = toRows({ ...input, messages });

  expect(rows.filter(({ kind }) => kind === "day")).toHaveLength(3);
  expect(calendar.mock.calls.length).toBeLessThanOrEqual(30);
});
