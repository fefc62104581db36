import { expect, test } from "vitest";
import { nodeOfLink } from "./links-of-here.ts";
import { toLink } from "./links.ts";

test.each([
  ["https://example.org/a?b=c", "https://example.org/a?b=c"],
  [" http://example.org ", "http://example.org"],
  ["mailto:nora@example.org", "mailto:nora@example.org"],
  ["nora@example.org", "mailto:nora@example.org"],
  ["example.org/plan", "https://example.org/plan"],
  ["javascript:alert(1)", undefined],
  ["JavaScript:alert(1)", undefined],
  ["java\tscript:alert(1)", undefined],
  ["data:text/html,hi", undefined],
  ["ftp://example.org", undefined],
  ["two words.org", undefined],
  ["word", undefined],
  ["", undefined],
])("%j leads to %j", (text, link) => {
  expect(toLink(text)).toBe(link);
});

test("a link whose address is not encoded well is read as it is", () => {
  const messageId = "00000000-0000-4000-8000-000000000001";
  expect(nodeOfLink(`https://chat.org/chat/100%?message=${messageId}`, "https://chat.org")).toEqual(
    { type: "messageEmbed", attrs: { roomSlug: "100%", messageId } },
  );
});
