import { expect, test } from "vitest";
import { directionOf } from "./direction.ts";
import { parseMarkdown } from "./markdown.ts";

test.each([
  ["> hello", "ltr"],
  ["> שלום", "rtl"],
  ["- 1. مرحبا\n- hello", "rtl"],
  ["- **hello** שלום", "ltr"],
  ["> `code` :tada: $$a$$ שלום", "rtl"],
  ["> - [שלום](https://a.org)", "rtl"],
  ["| 1 | ב |\n|-|-|\n| a | b |", "rtl"],
  ["- 1\n- 2", undefined],
  ["> 𞤀𞤣", "rtl"],
])("the first letter gives a list, a quote and a table its direction: %j", (content, expected) => {
  expect(directionOf(parseMarkdown(content))).toBe(expected);
});
