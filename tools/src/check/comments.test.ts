import { expect, it } from "vitest";
import { checkComments } from "./comments.ts";
import { repositoryOf } from "./repository.ts";

function findingsFor(text: string, path = "apps/web/src/lib/rooms.tsx"): readonly string[] {
  return checkComments(repositoryOf({ [path]: text })).findings;
}

it.each([
  ["/** What a room shows. */", 1, "What"],
  ["// Whoever asks is told.", 1, "Whoever"],
  ["/** The list. Those that wait come last. */", 1, "Those"],
  ["/**\n * The list of rooms.\n *\n * Of these only the newest.\n */", 4, "Of"],
  ["// A room.\n  // Who may enter it?", 2, "Who"],
  ["// The list ends\n// here. Whom it names,\n// it shows.", 2, "Whom"],
  ["export const room = <p>{/* Whatever is left. */}</p>;", 1, "Whatever"],
  ["export const room = 1; // (What it is called.)", 1, "What"],
])("refuses %j", (text, line, word) => {
  expect(findingsFor(text)).toEqual([
    expect.stringContaining(`rooms.tsx:${line} a sentence begins with ${word}: name the thing`),
  ]);
});

it.each([
  ["a noun first", "/** The room that a link names, whoever follows it. */"],
  ["such a word within a sentence", "// A room\n// Of one's own, and\n// What it holds."],
  ["a longer word", "// Whose room it is. Offered to all. Whole lists."],
  ["no comment", 'export const room = <p title="// What it is">Who is in? /* Of all */</p>;'],
])("accepts %s", (_, text) => {
  expect(findingsFor(text)).toEqual([]);
});

it("reads the web app and the client, tests as well, and nothing else", () => {
  const text = "// What a room shows.";
  expect(findingsFor(text, "packages/client/src/rooms.test.ts")).toHaveLength(1);
  expect(findingsFor(text, "apps/server/src/main.ts")).toEqual([]);
});
