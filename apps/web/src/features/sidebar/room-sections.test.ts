import { initialChatState, type ChatState } from "@colbin/client";
import type { RoomId, RoomType, SidebarSection, Subscription } from "@colbin/protocol";
import { expect, test } from "vitest";
import { createRoomSections, haveSameRooms } from "./room-sections.ts";

const types: Readonly<Record<string, RoomType>> = {
  general: "channel",
  "dm-bob": "direct",
  notes: "saved",
  "ada-bob-cy": "group",
  random: "channel",
};

function stateOf(...names: string[]): ChatState {
  const rooms = names.map((name) => {
    const room = {
      roomId: name as RoomId,
      sessionRoomSlug: name,
      roomName: name,
      description: null,
      roomType: types[name],
    };
    return [room.roomId, room as Subscription] as const;
  });
  const order = rooms.map(([roomId]) => roomId);
  return { ...initialChatState, order, subscriptions: new Map(rooms) };
}

const all = Object.keys(types);
const idsOf = (sections: ReturnType<ReturnType<typeof createRoomSections>>) =>
  sections.map(({ roomIds }) => roomIds);

test("rooms stand in the section of their kind, in the order of display, and a search narrows each", () => {
  const find = createRoomSections();
  const state = stateOf(...all);
  expect(idsOf(find(state, ""))).toEqual([
    ["general", "random"],
    ["dm-bob", "notes"],
    ["ada-bob-cy"],
  ]);
  expect(idsOf(find(state, " BOB "))).toEqual([[], ["dm-bob"], ["ada-bob-cy"]]);
});

test("a section whose rooms stay is the same list, and another order is not another set", () => {
  const find = createRoomSections();
  const before = find(stateOf(...all), "");
  const after = find(stateOf("random", "general", "dm-bob", "notes", "ada-bob-cy"), "");
  expect(after.map((section, at) => section === before[at])).toEqual([false, true, true]);
  expect(find(stateOf(...all.toReversed()), "")).not.toBe(after);
  expect(haveSameRooms(before, after)).toBe(true);
  expect(haveSameRooms(after, find(stateOf("general"), ""))).toBe(false);
});

test("own sections come first, in the order of their person, and a room stands in one place", () => {
  const find = createRoomSections();
  const roomIds = ["ada-bob-cy", "left-long-ago", "general"] as SidebarSection["roomIds"];
  const sidebarOf = (ids: SidebarSection["roomIds"]) => ({
    sections: [{ id: "own", title: "Release 42", roomIds: ids }],
    rev: 1,
  });
  const sections = find({ ...stateOf(...all), sidebar: sidebarOf(roomIds) }, "");
  expect(sections[0]).toEqual({
    id: "own",
    title: "Release 42",
    roomIds: ["ada-bob-cy", "general"],
  });
  expect(idsOf(sections).slice(1)).toEqual([["random"], ["dm-bob", "notes"], []]);
  const after = find({ ...stateOf(...all), sidebar: sidebarOf(roomIds.toReversed()) }, "");
  expect(haveSameRooms(sections, after)).toBe(false);
});
