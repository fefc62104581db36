import type { ChatState } from "@colbin/client";
import { expect, test } from "vitest";
import { newsOf } from "./news.ts";

const quay = {
  roomId: "quay",
  lastMessage: { id: "m1", createdAt: "2026-11-19T10:00:00Z", text: "" },
  unreadCount: 0,
  mentionCount: 0,
};

function stateOf(room: object | undefined, hasSubscriptions = true) {
  const subscriptions = new Map(room && [["quay", room as never]]);
  return { subscriptions, hasSubscriptions } as never as Pick<
    ChatState,
    "subscriptions" | "hasSubscriptions"
  >;
}

const next = {
  ...quay,
  lastMessage: { ...quay.lastMessage, id: "m2", createdAt: "2026-11-19T10:01:00Z" },
};

test.each([
  ["a message of another person", quay, { ...next, unreadCount: 1 }, "m2"],
  ["the first message of a room that is new", undefined, { ...next, unreadCount: 1 }, "m2"],
  ["an own message", quay, next, undefined],
  ["a message that is marked as unread", quay, { ...quay, unreadCount: 1 }, undefined],
  ["a message that is edited", quay, { ...quay, lastMessage: { ...quay.lastMessage } }, undefined],
])("%s", (_, before, after, messageId) => {
  expect(newsOf(stateOf(before), stateOf(after))[0]?.messageId).toBe(messageId);
});

test("a list that is read for the first time holds no news", () => {
  const state = stateOf({ ...next, unreadCount: 1 });
  expect(newsOf(stateOf(quay, false), state)).toEqual([]);
});

test("of several the newest one comes first", () => {
  const late = { ...next, unreadCount: 1 };
  const early = { ...quay, roomId: "pier", unreadCount: 1 };
  const subscriptions = new Map(Object.entries({ pier: early, quay: late }));
  const after = { ...stateOf(undefined), subscriptions } as never;
  expect(newsOf(stateOf(undefined), after).map(({ roomId }) => roomId)).toEqual(["quay", "pier"]);
});

test.each([
  ["of a mention", { ...next, unreadCount: 1, mentionCount: 1 }, true],
  ["of any other message", { ...next, unreadCount: 1 }, false],
])("news %s says so", (_, room, isMention) => {
  expect(newsOf(stateOf(quay), stateOf(room))[0]?.isMention).toBe(isMention);
});
