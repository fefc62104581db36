import {
  decideNotification,
  type NotificationChannel,
  type NotificationDecision,
  type NotificationReason,
  type NotificationSituation,
} from "@colbin/protocol";
import { expect, test } from "vitest";
import { fromCursor, toCursor } from "./notifications.rules.ts";

type Hit = (
  channel: NotificationChannel,
  isDirect: boolean,
) => NotificationDecision["result"] | undefined;
const skip: Hit = () => "skip";
const leaving =
  (result: "skip" | "hold"): Hit =>
  (channel) =>
    channel === "IN_APP" ? undefined : result;
const unnamed =
  (hit: Hit): Hit =>
  (channel, isDirect) =>
    isDirect ? undefined : hit(channel, isDirect);

/** Facts of a message in the order of rules-notifications 12, each with its result on a channel. */
const rows: readonly {
  readonly reason: NotificationReason;
  readonly hit: Hit;
  readonly all?: Partial<NotificationSituation>;
  readonly message?: Partial<NotificationSituation["message"]>;
}[] = [
  { reason: "OWN_ACTION", all: { isActor: true }, hit: skip },
  { reason: "NO_ACCESS", all: { mayOpen: false }, hit: skip },
  { reason: "BLOCKED", all: { isBlocked: true }, hit: skip },
  { reason: "SILENT", message: { isSilent: true }, hit: unnamed(leaving("skip")) },
  { reason: "CHANNEL_OFF", all: { isOn: false }, hit: skip },
  { reason: "URGENT", all: { priority: "URGENT" }, hit: () => "send" },
  { reason: "MUTED_ALL", message: { isAllMuted: true }, hit: unnamed(leaving("skip")) },
  { reason: "ROOM_MUTED", message: { isRoomMuted: true }, hit: unnamed(skip) },
  {
    reason: "LEVEL_NONE",
    message: { level: "none" },
    hit: (channel, isDirect) => (channel === "IN_APP" && isDirect ? undefined : "skip"),
  },
  { reason: "LEVEL_MENTIONS", message: { level: "mentions", isNew: true }, hit: unnamed(skip) },
  {
    reason: "ON_SCREEN",
    all: { isRead: true },
    hit: (channel) => (channel === "IN_APP" ? "send" : "skip"),
  },
  { reason: "QUIET_HOURS", all: { quietUntil: new Date(0) }, hit: leaving("hold") },
  {
    reason: "ACTIVE_ELSEWHERE",
    all: { isActive: true },
    hit: (channel) => (channel === "PUSH" ? "hold" : undefined),
  },
];
/** The decision on a channel for which none of these facts is true. */
const otherwise = (channel: NotificationChannel): NotificationDecision =>
  channel === "EMAIL"
    ? { result: "hold", reason: "EMAIL_WAIT" }
    : { result: "send", reason: "SENT" };

const plain = {
  isDirect: false,
  isNew: false,
  isSilent: false,
  isAllMuted: false,
  isRoomMuted: false,
  level: "all",
} as const;

test.each(["IN_APP", "PUSH", "EMAIL"] as const)(
  "of every combination the first test that hits %s decides, with its one reason",
  (channel) => {
    const wrong: unknown[] = [];
    for (let bits = 0; bits < 2 ** (rows.length + 1); bits += 1) {
      const isDirect = bits % 2 === 1;
      const chosen = rows.filter((_row, place) => (bits >> (place + 1)) % 2 === 1);
      const messages = chosen.map(({ message }) => message ?? {});
      const isNew = messages.some((each) => each.isNew === true);
      const levels = messages.filter(({ level }) => level !== undefined);
      // A room has one level, and a message that names the person is more than a new one.
      if (levels.length > 1 || (isDirect && isNew)) continue;
      const situation: NotificationSituation = Object.assign(
        { channel, priority: "HIGH", isActor: false, mayOpen: true, isBlocked: false, isOn: true },
        ...chosen.map(({ all }) => all),
        {
          message: Object.assign({}, plain, ...messages, {
            isDirect,
          }) as NotificationSituation["message"],
        },
      ) as NotificationSituation;
      const first = chosen.find(({ hit }) => hit(channel, isDirect) !== undefined);
      const result = first?.hit(channel, isDirect);
      const expected = first && result ? { result, reason: first.reason } : otherwise(channel);
      const decided = decideNotification(situation);
      if (decided.result !== expected.result || decided.reason !== expected.reason)
        wrong.push({ situation, decided, expected });
    }
    expect(wrong).toEqual([]);
  },
);

test("a cursor names its place, and anything else names none", () => {
  const place = { updatedAt: new Date(1_790_000_000_123), id: crypto.randomUUID() };
  expect(fromCursor(toCursor(place))).toEqual(place);
  for (const text of ["", "0", "0_0", `${toCursor(place)}0`, `-1_${place.id}`])
    expect(fromCursor(text)).toBeUndefined();
});
