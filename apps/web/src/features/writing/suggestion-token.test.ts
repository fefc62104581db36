import { expect, test } from "vitest";
import { readToken } from "./suggestion-token.ts";

/** The caret is the bar. */
function read(drawn: string): string | undefined {
  const start = drawn.indexOf("|");
  const token = readToken({ text: drawn.replace("|", ""), start, end: start });
  return token && `${token.from} ${token.word}`;
}

test.each([
  ["see :smi|", "4 :smi"],
  ["(:+1| )", "1 :+1"],
  ["@|", "0 @"],
  ["thanks @jo.li|, and", "7 @jo.li"],
  ["你好 ＠小|", "3 ＠小"],
  ["**@bob|**", "2 @bob"],
  ["`code` :smi|", "7 :smi"],
  ["first\n@bob|", "6 @bob"],
  ["/|", "0 /"],
  [" /mu|", "1 /mu"],
])("a word that begins with a sign has suggestions: %s", (drawn, token) => {
  expect(read(drawn)).toBe(token);
});

test.each([
  "at 10:30|",
  "and/or /mu|",
  "//mu|",
  "/mute 2|",
  "https://|",
  "alice@example|",
  ":D|",
  ": smi|",
  "@bob |",
  ":smi|le",
  "`:smi|`",
  "```\n@bob|",
  `@${"x".repeat(41)}|`,
])("no other text has: %s", (drawn) => {
  expect(read(drawn)).toBeUndefined();
});

test("a selection has none", () => {
  expect(readToken({ text: ":smile", start: 0, end: 6 })).toBeUndefined();
});
