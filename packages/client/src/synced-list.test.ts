import { expect, it } from "vitest";
import { initialChatState } from "./chat-state.ts";
import type { ListHost } from "./list-host.ts";
import { createStore } from "./store.ts";
import { createSyncedList, type ListPage } from "./synced-list.ts";

interface Item {
  readonly id: number;
  readonly isOpen?: boolean;
}

/** A list from the highest number on, whose answers come when the test gives them. */
function listed() {
  const store = createStore(initialChatState);
  const asked: { cursor: string | undefined; answer: (page: ListPage<Item>) => void }[] = [];
  const person = { name: "alice" };
  const host = { store, owner: () => person.name } as ListHost;
  const list = createSyncedList<Item>(host, {
    name: "items",
    read: (_, cursor) =>
      new Promise((resolve) => asked.push({ cursor, answer: (page) => resolve(page) })),
    id: ({ id }) => id.toString(),
    belongs: (_, { isOpen = true }) => isOpen,
    compare: (one, other) => other.id - one.id,
  });
  const stop = list.open();
  const settle = () => new Promise(setImmediate);
  /** Answers the only question that waits. */
  const answer = async (ids: readonly number[], rest: Partial<ListPage<Item>> = {}) => {
    await settle();
    const [question, ...others] = asked.splice(0);
    expect(others).toEqual([]);
    question?.answer({ results: ids.map((id) => ({ id })), nextCursor: null, ...rest });
    await settle();
    return question?.cursor;
  };
  const state = () => list.of(store.getSnapshot());
  const ids = () => state()?.results?.map(({ id }) => id);
  return { list, stop, answer, asked, person, settle, state, ids };
}

it("puts an item where the server has it, and none behind the loaded ones", async () => {
  const { list, answer, ids } = listed();
  await answer([8, 4], { nextCursor: "4" });
  list.put({ id: 6 });
  list.put({ id: 2 });
  expect(ids()).toEqual([8, 6, 4]);
  list.put({ id: 6, isOpen: false });
  const more = list.more();
  expect(await answer([2])).toBe("4");
  await more;
  list.put({ id: 1 });
  expect(ids()).toEqual([8, 4, 2, 1]);
});

it.each([
  ["without a number", undefined, undefined, true],
  ["with the number of before", 2, 1, true],
  ["with the number of the news", 2, 2, false],
])("asks again where an answer %s may be older than news", async (_, told, rev, isAsked) => {
  const { list, answer, asked, ids, settle } = listed();
  await answer([3], told === undefined ? {} : { rev: 1 });
  list.look();
  await settle();
  list.put({ id: 4 }, told);
  await answer(isAsked ? [3] : [4, 3], rev === undefined ? {} : { rev });
  expect([ids(), asked.length]).toEqual([[4, 3], isAsked ? 1 : 0]);
});

it("reads the list again where numbered news is missing, also while it is read", async () => {
  const { list, answer, asked, ids } = listed();
  await answer([1], { rev: 1 });
  list.put({ id: 1, isOpen: false }, 1);
  expect(ids()).toEqual([1]);
  list.put({ id: 3 }, 3);
  list.put({ id: 5 }, 5);
  await answer([3, 2, 1], { rev: 3 });
  await answer([5, 4, 3, 2, 1], { rev: 5 });
  expect([ids(), asked]).toEqual([[5, 4, 3, 2, 1], []]);
});

it("reads as far as was asked for where the list changes under the next page", async () => {
  const { list, answer, ids } = listed();
  await answer([4, 3], { nextCursor: "3" });
  const more = list.more();
  list.put({ id: 5 });
  expect(await answer([2, 1])).toBe("3");
  expect(await answer([5, 4], { nextCursor: "4" })).toBeUndefined();
  expect(await answer([3, 2], { nextCursor: "2" })).toBe("4");
  await more;
  expect(ids()).toEqual([5, 4, 3, 2]);
});

it("takes no answer for another person, nor for a list that was forgotten", async () => {
  const { list, stop, answer, person, asked, state, ids, settle } = listed();
  person.name = "bob";
  await answer([1]);
  expect(state()).toBeUndefined();
  await answer([2]);
  expect(ids()).toEqual([2]);
  list.look();
  stop();
  list.look();
  await answer([3]);
  expect(state()).toBeUndefined();
  list.look();
  await settle();
  expect(asked).toEqual([]);
});
