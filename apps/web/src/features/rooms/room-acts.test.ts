import { expect, test } from "vitest";
import { roomActsOf } from "./room-acts.ts";

type Room = Parameters<typeof roomActsOf>[0];

const owned: Room = {
  sessionRoomSlug: "maps",
  roomType: "channel",
  status: "ACTIVE",
  level: "OWNER",
};

const rooms: readonly [string, Partial<Room>, string[]][] = [
  ["leads", {}, ["leave", "archive", "delete"]],
  ["leads, and that is archived", { status: "ARCHIVED" }, ["leave", "unarchive", "delete"]],
  ["manages", { level: "ADMIN" }, ["leave", "archive"]],
  ["writes into", { level: "WRITE" }, ["leave"]],
  ["reads", { level: "READ" }, ["leave"]],
  ["is not in", { level: null }, []],
  ["leads, and that everybody is in", { sessionRoomSlug: "general" }, ["leave"]],
  ["talks in with one other", { roomType: "direct", level: "WRITE" }, []],
];

test.each(rooms)("a room that somebody %s", (_what, change, acts) => {
  expect(roomActsOf({ ...owned, ...change })).toEqual(acts);
});
