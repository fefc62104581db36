import type { Subscription } from "@colbin/protocol";
import { array, assert, boolean, constantFrom, nat, property, record } from "fast-check";
import { describe, expect, it } from "vitest";
import { FakeRoom, toRoomId } from "../test/fake-room.ts";
import { alice } from "../test/people.ts";
import { initialChatState } from "./chat-state.ts";
import { ListOrder } from "./list-order.ts";
import { withSubscription, withSubscriptions } from "./reducers/subscriptions.ts";

function listed(slug: string, change: Partial<Subscription> = {}): Subscription {
  return { ...new FakeRoom(slug, () => "2026-11-23").toSubscription(alice.id), ...change };
}

const times = constantFrom("2026-11-20", "2026-11-21", "2026-11-22");
const look = record({
  lastMsgNo: nat(3),
  mentionCount: nat(1),
  isMuted: boolean(),
  saidAt: constantFrom(undefined, "2026-11-20", "2026-11-21"),
  lastActivityAt: times,
});

/** The facts that decide the place of a room, from the weightiest on (specification, section 4; rules-rooms 40). */
function rank({ isMuted, mentionCount, unreadCount, lastMessage, lastActivityAt }: Subscription) {
  const unread = isMuted && mentionCount === 0 ? 0 : unreadCount;
  return [String(unread), lastMessage?.createdAt ?? "", lastActivityAt];
}

it("stands in the order of the specification, listed at once or changed room by room", () => {
  const slugs = ["a", "b", "c", "d", "e"];
  const change = record({ at: nat(4), to: look });
  assert(
    property(array(look, { minLength: 5, maxLength: 5 }), array(change), (looks, changes) => {
      const toRoom = (at: number, { saidAt, ...rest }: (typeof looks)[number]): Subscription => {
        const lastMessage = { id: alice.id as never, createdAt: saidAt ?? "", text: "" };
        return listed(slugs[at] ?? "", { ...rest, lastMessage: saidAt ? lastMessage : null });
      };
      const first = looks.map((each, at) => toRoom(at, each));
      let state = withSubscriptions({ ...initialChatState, currentUser: alice }, first);
      for (const { at, to } of changes) state = withSubscription(state, toRoom(at, to));
      const ranked = [...state.subscriptions.values()].map((each) => ({ each, by: rank(each) }));
      // Sorting is stable: by the last of what decides first.
      const order = ranked.toSorted((one, other) =>
        one.each.sessionRoomSlug < other.each.sessionRoomSlug ? -1 : 1,
      );
      for (const place of [2, 1, 0])
        order.sort((one, other) => {
          const [mine = "", theirs = ""] = [one.by[place], other.by[place]];
          return mine === theirs ? 0 : mine > theirs ? -1 : 1;
        });
      expect(state.order).toEqual(order.map(({ each }) => each.roomId));
    }),
  );
});

describe("of two things that were told of the list", () => {
  const [room, other, left] = [toRoomId("room"), toRoomId("other"), toRoomId("left")];
  const [older, newer] = [listed("room", { memberCount: 1 }), listed("room", { memberCount: 2 })];
  const known = new Map([[room, newer]]);

  it("the whole list of the higher number counts, until the numbers begin anew", () => {
    const order = new ListOrder();
    expect([order.takes(2), order.takes(1), order.takes(2), order.takes(3)]).toEqual([
      true,
      false,
      true,
      true,
    ]);
    order.begin();
    expect(order.takes(1)).toBe(true);
  });

  it("a change is news where neither a list nor another change was told later", () => {
    const order = new ListOrder();
    order.takes(5);
    expect([...order.news([room, other], 5)]).toEqual([]);
    expect([...order.news([room], 7)]).toEqual([room]);
    expect([...order.news([room, other], 6)]).toEqual([other]);
  });

  it("a list leaves as they are the rooms of which something was told after it was read", () => {
    const order = new ListOrder();
    const at = order.now;
    order.news([room, left], 5);
    const read = [older, listed("left"), listed("other")];
    const merged = [listed("other"), newer];
    expect(order.merge(read, known, { at })).toEqual(merged);
    expect(order.merge(read, known, { rev: 4 })).toEqual(merged);
    expect(order.merge(read, known, { rev: 5 })).toEqual(read);
    expect(order.merge(read, known, { at: order.now })).toEqual(read);
  });

  it("a removal that was told before the room's id was known counts by its address", () => {
    const order = new ListOrder();
    const at = order.now;
    const way = listed("other");
    order.changes([], ["other" as never], 7);
    expect(order.changes([way], [], 6)).toEqual({ shown: [], gone: [] });
    expect(order.merge([older, way], new Map(), { at })).toEqual([older]);
    expect(order.merge([way], new Map(), { rev: 8 })).toEqual([way]);
    expect(order.changes([way], [], 8)).toEqual({ shown: [way], gone: [] });
  });
});
