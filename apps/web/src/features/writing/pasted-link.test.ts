import { expect, test } from "vitest";
import { linkOver } from "./pasted-link.ts";

function paste(words: string, pasted: string): string | undefined {
  return linkOver({ text: `${words}.`, start: 0, end: words.length }, pasted)?.text;
}

test.each([
  ["the plan", " https://example.org/a\n", "[the plan](https://example.org/a)"],
  ["[1]", "https://example.org/(a)", String.raw`[\[1\]](https://example.org/%28a%29)`],
  ["me", "mailto:a@example.org", "[me](mailto:a@example.org)"],
])("%s and %s are a link", (words, pasted, link) => {
  expect(paste(words, pasted)).toBe(link);
});

test.each([
  ["", "https://example.org"],
  ["two\nlines", "https://example.org"],
  ["https://example.com", "https://example.org"],
  ["x", "https://example.org and more"],
  ["x", "javascript:alert(1)"],
  ["x", "https://["],
])("%s and %s are none", (words, pasted) => {
  expect(paste(words, pasted)).toBeUndefined();
});
