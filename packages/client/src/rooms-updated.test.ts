import { describe, expect, it } from "vitest";
import type { RoomEventFrame } from "@colbin/protocol";
import { FakeRoom, toRoomId } from "../test/fake-room.ts";
import { alice, bob } from "../test/people.ts";
import { snapshotOf } from "../test/snapshots.ts";
import type { ChatState } from "./chat-state.ts";
import { addressOf, roomIdOf } from "./reducers/addresses.ts";
import { withoutRoom, withSubscriptions } from "./reducers/subscriptions.ts";
import { withActiveRoom } from "./reducers/view.ts";
import { applyEvent, headOf } from "./state.ts";

type Update = Extract<RoomEventFrame, { readonly event: "room_updated" }>;

/** Alice has the room on the screen, with one message. */
function open(): { readonly before: ChatState; readonly head: number } {
  const room = new FakeRoom("maps", () => "2026-11-23T09:00:00.000Z");
  for (const person of [alice, bob]) room.enter(person);
  room.send(bob, "first", "temp_first");
  return { before: withActiveRoom(snapshotOf(alice, [room]), room.roomId), head: room.headSeq };
}

function update(seq: number, change: Partial<Update["room"]>, more: Partial<Update> = {}): Update {
  const room: Update["room"] = {
    sessionRoomSlug: "maps",
    roomName: "Maps",
    description: null,
    accessType: "PUBLIC",
    status: "ACTIVE",
    settings: {
      joinLeaveLines: true,
      allowWildcardMention: true,
      linkPreviews: true,
      allowGuests: false,
      messageRetentionDays: null,
      pinnedBy: "ADMIN",
    },
  };
  return {
    type: "SERVER_ROOM_EVENT",
    sessionRoomSlug: "maps",
    event: "room_updated",
    seq,
    endsPreviews: false,
    ...more,
    room: { ...room, ...change },
  };
}

function subscriptionOf({ subscriptions }: ChatState) {
  const [only] = subscriptions.values();
  if (!only) throw new Error("The room is listed");
  return only;
}

/** The room is at "charts" from this event on. */
const move = (seq: number) => update(seq, { sessionRoomSlug: "charts" }, { previousSlug: "maps" });

describe("a room that changes", () => {
  it("says of itself what the event says, and once", () => {
    const { before, head } = open();
    const event = update(head + 1, { description: "All", accessType: "PRIVATE" });
    const state = applyEvent(before, event);
    expect(state.subscriptions.get(toRoomId("maps"))).toMatchObject({
      roomName: "Maps",
      description: "All",
      isPrivate: true,
      headSeq: head + 1,
    });
    expect(applyEvent(state, update(head, { roomName: "Before" }))).toBe(state);
  });

  it("is where all of its addresses lead, and is asked for by the present one", () => {
    const { before, head } = open();
    const state = applyEvent(before, move(head + 1));
    const id = toRoomId("maps");
    expect([roomIdOf(state, "charts"), roomIdOf(state, "maps")]).toEqual([id, id]);
    expect([addressOf(state, id), headOf(state, id)]).toEqual(["charts", head + 1]);
    const { sessionRoomSlug: _, ...known } = subscriptionOf(before);
    expect(subscriptionOf(state)).toMatchObject({
      ...known,
      roomName: "Maps",
      pinnedBy: "ADMIN",
      headSeq: head + 1,
    });
    expect(addressOf(withoutRoom(state, id), id)).toBe("charts");
    expect(applyEvent(state, move(head + 1)).subscriptions).toEqual(state.subscriptions);
  });

  it("is followed by its id where the event was missed, and not back by an older list", () => {
    const { before, head } = open();
    const old = subscriptionOf(before);
    const moved = { ...old, sessionRoomSlug: "charts", headSeq: head + 1 };
    const state = withSubscriptions(before, [moved]);
    expect([...state.pages.keys()]).toEqual([old.roomId]);
    expect(addressOf(withSubscriptions(state, [old]), old.roomId)).toBe("charts");
  });

  it.each([
    ["archived: it leaves the list and stays readable", { status: "ARCHIVED" }, [0, 1]],
    ["deleted: it is gone", { status: "DELETED" }, [0, 0]],
  ] as const)("is %s", (_what, change, counts) => {
    const { before, head } = open();
    const state = applyEvent(before, update(head + 1, change));
    expect([state.subscriptions.size, state.pages.size]).toEqual(counts);
  });

  it("is gone for whoever only looked at it, when that ends", () => {
    const { before, head } = open();
    const outside = { ...before, subscriptions: new Map(), order: [] };
    const event = update(head + 1, { accessType: "PROTECTED" }, { endsPreviews: true });
    expect(applyEvent(outside, event).pages.size).toBe(0);
    expect(applyEvent(before, event).pages.size).toBe(1);
  });
});
