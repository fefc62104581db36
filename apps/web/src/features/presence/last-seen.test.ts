import { expect, test } from "vitest";
import { formatDate } from "#web/lib/language/dates.ts";
import { presenceText } from "./last-seen.ts";

const now = new Date("2026-11-23T12:00:00Z");
const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const weekAgo = before(7 * 24 * 60);

test.each<[string, Parameters<typeof presenceText>[0]]>([
  ["Online", { presence: "online", lastSeen: before(1) }],
  ["Away", { presence: "away", lastSeen: before(10) }],
  ["Offline", { presence: "offline", lastSeen: null }],
  ["Last seen just now", { presence: "offline", lastSeen: before(0.5) }],
  ["Last seen 25 minutes ago", { presence: "offline", lastSeen: before(25) }],
  ["Last seen 23 hours ago", { presence: "offline", lastSeen: before(24 * 60 - 1) }],
  ["Last seen 6 days ago", { presence: "offline", lastSeen: before(7 * 24 * 60 - 1) }],
  [
    `Last seen ${formatDate(new Date(weekAgo), "date")}`,
    { presence: "offline", lastSeen: weekAgo },
  ],
])("%s", (text, person) => {
  expect(presenceText(person, now)).toBe(text);
});
