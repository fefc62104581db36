import type { KnownSubscription } from "@colbin/client";
import {
  channelDefaults,
  decideNotification,
  type ChannelPreference,
  type Notification,
  type NotificationType,
} from "@colbin/protocol";
import { expect, test } from "vitest";
import { ofMessage, ofRow, type Now } from "./situations.ts";

const channels = Object.entries(channelDefaults).flatMap(([type, { PUSH }]) =>
  PUSH ? [{ type, channel: "PUSH", isOn: PUSH === "on" } as ChannelPreference] : [],
);
const without = (type: NotificationType) => channels.filter((each) => each.type !== type);
const all = { muted: false, mutedUntil: null };
const wishes: Now["wishes"] = {
  channels,
  mutedWorkspaces: [],
  all,
  levels: new Map([["quay", "all"]]),
};
const now: Now = {
  now: new Date("2026-11-19T10:00:00Z"),
  wishes,
  workspaceId: "org",
  quietUntil: null,
  isRead: false,
};
const room = {
  roomId: "quay",
  sessionRoomSlug: "quay",
  roomType: "channel",
  isMuted: false,
  mutedUntil: null,
  lastMessage: { id: "m" },
} as KnownSubscription;
const at = (level: "all" | "mentions" | "none") => ({ levels: new Map([["quay", level]]) });

interface Case {
  readonly name: string;
  readonly room?: object;
  readonly wishes?: object;
  readonly now?: object;
  /** Ways in which a plain message, a call of everybody and a mention of the person are told. */
  readonly told: readonly [plain: string, call: string, named: string];
}

const both = "sound desktop";
test.each<Case>([
  { name: "a room of which all is heard", told: [both, both, both] },
  { name: "the level mentions", wishes: at("mentions"), told: ["", both, both] },
  { name: "a level that was not chosen", wishes: { levels: new Map() }, told: ["", both, both] },
  { name: "the level none", wishes: at("none"), told: ["", "", ""] },
  { name: "a muted room", room: { isMuted: true }, told: ["", "", both] },
  {
    name: "a mute that has run out",
    room: { isMuted: true, mutedUntil: "2026-11-19T09:00:00Z" },
    told: [both, both, both],
  },
  { name: "all muted", wishes: { all: { ...all, muted: true } }, told: ["", "", both] },
  {
    name: "a silent message",
    room: { lastMessage: { id: "m", isSilent: true } },
    told: ["", "", both],
  },
  { name: "a room on the screen", now: { isRead: true }, told: ["", "", ""] },
  { name: "quiet hours", now: { quietUntil: new Date() }, told: ["", "", ""] },
  {
    name: "no pushes of messages",
    wishes: { channels: without("MESSAGE_NEW") },
    told: ["sound", both, both],
  },
  {
    name: "a workspace of which nothing is pushed",
    wishes: { mutedWorkspaces: ["org"] },
    told: ["sound", "sound", "sound"],
  },
])("$name", ({ told, ...case_ }) => {
  const standing = { ...now, ...case_.now, wishes: { ...wishes, ...case_.wishes } } as Now;
  const here = { ...room, ...case_.room } as KnownSubscription;
  const heard = (isMention: boolean, namedIn?: string) =>
    (["sound", "desktop"] as const).filter((way) => {
      const news = { roomId: "quay", messageId: "m", isMention } as never;
      const named = { ...here, namedIn } as KnownSubscription;
      return decideNotification(ofMessage(news, named, way, standing)).result === "send";
    });
  const each = [heard(false), heard(true), heard(true, "m")];
  expect(each.map((ways) => ways.join(" "))).toEqual(told);
});

test.each([
  ["a mention", "MESSAGE_MENTION", {}, true],
  ["a mention in a room of the level none", "MESSAGE_MENTION", at("none"), false],
  ["a type that only stands in the list", "ROOM_LEFT", {}, false],
  [
    "a type that is not pushed to the person",
    "ROOM_INVITED",
    { channels: without("ROOM_INVITED") },
    false,
  ],
  ["a request, while all is muted", "ACCESS_REQUEST", { all: { ...all, muted: true } }, true],
] as const)("of the feed: %s", (_, type, chosen, isTold) => {
  const row = { type, priority: "HIGH", workspaceId: "org", facts: { isForAll: false } };
  const of = type.startsWith("MESSAGE_") ? room : undefined;
  const standing = { ...now, wishes: { ...wishes, ...chosen } } as Now;
  const { result } = decideNotification(ofRow(row as Notification, of, standing));
  expect(result === "send").toBe(isTold);
});
