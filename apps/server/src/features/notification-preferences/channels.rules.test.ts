import type { NotificationType, WorkspaceId } from "@colbin/protocol";
import { expect, test } from "vitest";
import { isOn, listChannels, refusalOf, withChoices, type AskedChannel } from "./channels.rules.ts";

const orgId = "01930000-0000-7000-8000-000000000000" as WorkspaceId;
const plain = { channels: {}, preferences: { pushNotifications: true }, mutedWorkspaces: [] };
type Chosen = Parameters<typeof isOn>[0];

test.each<[string, Partial<Chosen>, NotificationType, AskedChannel, boolean]>([
  ["on by default", {}, "MESSAGE_MENTION", "EMAIL", true],
  ["possible, and off by default", {}, "MESSAGE_REPLY", "EMAIL", false],
  ["without the channel", {}, "MESSAGE_NEW", "IN_APP", false],
  ["chosen", { channels: { MESSAGE_REPLY: { EMAIL: true } } }, "MESSAGE_REPLY", "EMAIL", true],
  ["not chosen", { channels: { REMINDER_DUE: { PUSH: false } } }, "REMINDER_DUE", "PUSH", false],
  [
    "on the desktop as pushed",
    { channels: { REMINDER_DUE: { PUSH: false } } },
    "REMINDER_DUE",
    "DESKTOP",
    false,
  ],
  [
    "the switch of mails",
    { preferences: { emailNotifications: false } },
    "MESSAGE_MENTION",
    "EMAIL",
    false,
  ],
  ["push as long as nobody allowed it", { preferences: {} }, "MESSAGE_MENTION", "PUSH", false],
  [
    "the desktop as long as nobody forbade it",
    { preferences: {} },
    "MESSAGE_MENTION",
    "DESKTOP",
    true,
  ],
  [
    "the switch of the desktop",
    { preferences: { desktop: false } },
    "MESSAGE_MENTION",
    "DESKTOP",
    false,
  ],
  [
    "security whatever is switched off",
    { preferences: { emailNotifications: false } },
    "SECURITY_ALERT",
    "EMAIL",
    true,
  ],
  ["push of a muted workspace", { mutedWorkspaces: [orgId] }, "MESSAGE_MENTION", "PUSH", false],
  [
    "the feed of a muted workspace",
    { mutedWorkspaces: [orgId] },
    "MESSAGE_MENTION",
    "IN_APP",
    true,
  ],
  ["a webhook", {}, "MESSAGE_NEW", "WEBHOOK", true],
])("%s", (_, chosen, ...[type, channel, expected]) => {
  expect(isOn({ ...plain, ...chosen }, type, channel, orgId)).toBe(expected);
});

test("only what was touched is kept, and null takes it back", () => {
  const on = { type: "MESSAGE_REPLY", channel: "EMAIL", isOn: true } as const;
  const chosen = withChoices({}, [on, { ...on, channel: "PUSH", isOn: false }]);
  expect(chosen).toEqual({ MESSAGE_REPLY: { EMAIL: true, PUSH: false } });
  const nulls = [on, { ...on, channel: "PUSH" as const }].map((each) => ({ ...each, isOn: null }));
  expect(withChoices(chosen, nulls)).toEqual({});
  expect(withChoices({}, [{ type: "SECURITY_ALERT", channel: "EMAIL", isOn: true }])).toEqual({});
});

test("what cannot be chosen is said", () => {
  const isOffered = (channel: string) => channel !== "SMS";
  const off = { type: "SECURITY_ALERT", channel: "IN_APP", isOn: false } as const;
  expect(refusalOf(off, isOffered)).toBe("required");
  expect(refusalOf({ ...off, isOn: true }, isOffered)).toBeUndefined();
  expect(refusalOf({ ...off, channel: "SMS" }, isOffered)).toBe("unknown");
  expect(refusalOf({ ...off, type: "MESSAGE_NEW" }, isOffered)).toBe("unknown");
  const channels = listChannels({ SECURITY_ALERT: { EMAIL: false } }, isOffered);
  expect(channels.some(({ channel }) => channel === "SMS")).toBe(false);
  expect(
    channels.find(({ type, channel }) => type === "SECURITY_ALERT" && channel === "EMAIL"),
  ).toEqual({ ...off, channel: "EMAIL", isOn: true, isChosen: false, isFixed: true });
});
