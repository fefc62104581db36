import { expect, it } from "vitest";
import { isMutedNow } from "@colbin/protocol";
import { mentionsIn, totalUnread, unreadIn } from "./subscriptions.rules.ts";

const now = new Date("2026-11-21T12:00:00Z");
const room = {
  lastMsgNo: 10,
  readMsgNo: 4,
  unreadFromNo: null,
  mentions: 2,
  threadMentions: 1,
  isMuted: false,
  mutedUntil: null,
};

it("counts what was numbered after the read position, never less than nothing", () => {
  expect(unreadIn(room)).toBe(6);
  expect(unreadIn({ lastMsgNo: 3, readMsgNo: 5, unreadFromNo: null })).toBe(0);
});

it("means every message of a direct room or group for everybody in it", () => {
  expect(mentionsIn({ ...room, roomType: "direct" })).toBe(7);
  expect(mentionsIn({ ...room, roomType: "group" })).toBe(7);
  expect(mentionsIn({ ...room, roomType: "channel" })).toBe(3);
});

it("ends a temporary mute by the clock", () => {
  expect(isMutedNow({ isMuted: true, mutedUntil: null }, now)).toBe(true);
  expect(isMutedNow({ isMuted: true, mutedUntil: new Date("2026-11-21T12:00:01Z") }, now)).toBe(
    true,
  );
  expect(isMutedNow({ isMuted: true, mutedUntil: now }, now)).toBe(false);
});

it("keeps muted rooms out of the total", () => {
  expect(totalUnread([room, { ...room, isMuted: true }, room], now)).toBe(12);
});
