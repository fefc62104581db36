import * as fc from "fast-check";
import { expect, test } from "vitest";
import { categories, type Command } from "./command.ts";
import { toPagePath } from "./page-path.ts";
import { prefixes, toQuestion } from "./prefixes.ts";
import { GROUP_MAX, toResults } from "./results.ts";

const commands = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    title: fc.string({ unit: fc.constantFrom("a", "b") }),
    category: fc.constantFrom(...categories),
    keywords: fc.array(fc.string({ unit: fc.constantFrom("a", "b") })),
  }),
  { selector: ({ id }) => id, maxLength: 60 },
);
const history = (items: readonly Command[]) =>
  items.map((item) => ({ item, timestamp: 0, frequency: 1 }));

test("recent comes first and navigation next, no group is empty or longer than 20, and nothing stands twice", () => {
  fc.assert(
    fc.property(commands, fc.nat(10), fc.constantFrom("", "a", "ab"), (all, count, text) => {
      const past = history(all.slice(0, count));
      const groups = toResults(toQuestion(`*${text}`), all, past);
      const names = groups.map(({ name }) => name);
      const ids = groups.flatMap((group) => group.commands.map(({ id }) => id));
      const rank = { recent: 0, navigation: 1 } as Record<string, number>;
      const ranks = names.map((name) => rank[name] ?? 2);
      expect(ranks).toEqual(ranks.toSorted((one, other) => one - other));
      expect(new Set(names).size).toBe(names.length);
      expect(new Set(ids).size).toBe(ids.length);
      for (const group of groups) {
        expect(group.commands.length).toBeGreaterThan(0);
        expect(group.commands.length).toBeLessThanOrEqual(GROUP_MAX);
      }
    }),
  );
});

test("the better match comes first, and what was run lately is shown as it is now", () => {
  const channel = { category: "channel", keywords: [] } as const;
  const [general, inland, bin] = ["general", "in-land", "bin"].map((title): Command => ({
    ...channel,
    id: title,
    title,
    subtitle: "now",
  })) as [Command, Command, Command];
  const past = history([{ ...bin, subtitle: "then" }]);
  const groups = toResults(toQuestion("in"), [general, bin, inland], past);
  expect(groups).toEqual([
    { name: "recent", commands: [bin] },
    { name: "channel", commands: [inland] },
  ]);
});

test("a message that two providers found stands once, with the others in the order of their time", () => {
  const [older, newer] = [1, 2].map((score): Command => ({
    id: `message:${score}`,
    title: "in the room",
    category: "message",
    keywords: [],
    score,
  })) as [Command, Command];
  const groups = toResults(toQuestion('"in'), [older, newer, older], []);
  expect(groups).toEqual([{ name: "message", commands: [newer, older] }]);
});

test("before anything is typed five of the history are shown, and after ~ all", () => {
  const past = history(
    Array.from({ length: 10 }, (_, at): Command => ({
      id: String(at),
      title: "Room",
      category: "channel",
      keywords: [],
    })),
  );
  const shown = (query: string) => toResults(toQuestion(query), [], past)[0]?.commands.length;
  expect([shown(""), shown("~"), shown("~room"), shown("#")]).toEqual([5, 10, 10, undefined]);
});

test("the first character decides the prefix, and no other does", () => {
  expect(prefixes.map(({ sign }) => sign).join("")).toBe('#@:>"!/~*?');
  fc.assert(
    fc.property(fc.string(), (query) => {
      const { sign, text } = toQuestion(query);
      const isPrefix = prefixes.some((prefix) => prefix.sign === query[0]);
      expect(sign).toBe(isPrefix ? query[0] : undefined);
      expect(text).toBe((isPrefix ? query.slice(1) : query).trim());
    }),
  );
});

test("an empty query asks nobody", () => {
  expect(toQuestion("")).toMatchObject({ categories: [], sign: undefined, hasRecent: true });
});

test.each([
  ["/settings/organizations/current/members", "/settings/organizations/members"],
  ["/settings/organizations/current", "/settings/organizations/current"],
  ["/chat", "/chat"],
])("%s is entered at %s", (path, written) => {
  expect(toPagePath(path)).toBe(written);
});
