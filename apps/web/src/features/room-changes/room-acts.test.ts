import { expect, test } from "vitest";
import { roomEndsOf, roomWaysOf } from "./room-acts.ts";

type Room = Parameters<typeof roomEndsOf>[0];

const owned: Room = {
  sessionRoomSlug: "maps",
  roomType: "channel",
  status: "ACTIVE",
  level: "OWNER",
};
const channelWays = ["copyLink", "share", "details"];

const rooms: readonly [string, Partial<Room>, string[]][] = [
  ["leads", {}, [...channelWays, "archive", "leave", "delete"]],
  [
    "leads, and that is archived",
    { status: "ARCHIVED" },
    [...channelWays, "unarchive", "leave", "delete"],
  ],
  ["manages", { level: "ADMIN" }, [...channelWays, "archive", "leave"]],
  ["writes into", { level: "WRITE" }, [...channelWays, "leave"]],
  ["reads", { level: "READ" }, [...channelWays, "leave"]],
  ["is not in", { level: null }, ["copyLink", "share"]],
  ["leads, and that everybody is in", { sessionRoomSlug: "general" }, [...channelWays, "leave"]],
  ["leads as a group", { roomType: "group" }, ["details", "archive", "leave", "delete"]],
  ["talks in with one other", { roomType: "direct", level: "WRITE" }, ["details", "hide"]],
  ["keeps for themself", { roomType: "saved" }, ["details", "hide"]],
];

test.each(rooms)("a room that somebody %s", (_what, change, acts) => {
  const room = { ...owned, ...change };
  expect([...roomWaysOf(room), ...roomEndsOf(room)]).toEqual(acts);
});
