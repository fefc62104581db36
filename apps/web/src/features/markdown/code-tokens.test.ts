import { expect, test } from "vitest";
import { COLOURED_CHARS_MAX, COLOURED_LINES_MAX, COLOURED_TOKENS_MAX } from "./constants.ts";
import { readCode } from "./code-tokens.ts";

test.each([
  ["ts", "const a = 1;", { text: "const", colour: "keyword" }],
  ["tsx", "<b>{1}</b>", { text: "1", colour: "number" }],
  ["python", "def go(): pass", { text: "go", colour: "title" }],
  ["c#", "string s;", { text: "string", colour: "type" }],
  ["sh", "# once", { text: "# once", colour: "comment" }],
  ["html", "<script>let a = 'b';</script>", { text: "'b'", colour: "string" }],
  ["diff", "+ new", { text: "+ new", colour: "string" }],
  ["json", '{"a": true}', { text: "true", colour: "keyword" }],
])("%s has colours: %s", (language, text, expected) => {
  expect(readCode(language, text)).toContainEqual(expected);
});

test.each(["ts", "html", "php", "markdown", "sql", "yaml"])(
  "%s keeps every character",
  (language) => {
    const text = "<b onclick='x'>&amp;</b>\n\t<?php `${a}` ?> **c** -- d\r\n# e: |\n  'f";
    expect(
      readCode(language, text)
        ?.map((token) => token.text)
        .join(""),
    ).toBe(text);
  },
);

test.each([
  ["an unknown language", "klingon", "nuqneH"],
  ["a name of every object", "constructor", "a"],
  ["too many characters", "ts", "a".repeat(COLOURED_CHARS_MAX + 1)],
  ["too many lines", "ts", "a\n".repeat(COLOURED_LINES_MAX)],
  ["too many tokens", "ts", "1;".repeat(COLOURED_TOKENS_MAX)],
])("%s has none", (_, language, text) => {
  expect(readCode(language, text)).toBeUndefined();
});
