import { expect, test } from "vitest";
import type { Selected, TextEdit } from "./edit-field.ts";
import { continueLine, indentCode } from "./continue-line.ts";

/** The caret is the bar. */
function apply(drawn: string, edit: (selected: Selected) => TextEdit | undefined) {
  const start = drawn.indexOf("|");
  const text = drawn.replace("|", "");
  const made = edit({ text, start, end: start });
  if (!made) return undefined;
  const after = text.slice(0, made.from) + made.text + text.slice(made.to);
  return `${after.slice(0, made.start)}|${after.slice(made.start)}`;
}

test.each([
  ["- a|", "- a\n- |"],
  ["x\n  * a|b", "x\n  * a\n  * |b"],
  ["9. a|", "9. a\n10. |"],
  ["1) a|", "1) a\n2) |"],
  ["- [x] a|", "- [x] a\n- [ ] |"],
  ["> a|", "> a\n> |"],
  ["- a\n- |", "- a\n|"],
  ["1. a\n2. |\nb", "1. a\n|\nb"],
  ["> |", "|"],
  ["```\n  - a|", "```\n  - a\n  |"],
])("a line break in %s goes on with it", (before, after) => {
  expect(apply(before, continueLine)).toBe(after);
});

test.each(["a|", "-a|", "|- a", "1.|", "```\na\n```|"])("a line break in %s is one", (text) => {
  expect(apply(text, continueLine)).toBeUndefined();
});

test.each([
  ["```\na|", false, "```\na  |"],
  ["```\n  a|\n```", true, "```\na|\n```"],
  ["```\na|", true, undefined],
  ["a|", false, undefined],
  ["```\na\n```\nb|", false, undefined],
  ["```|", false, undefined],
])("Tab in %s, with Shift: %s", (before, isBack, after) => {
  expect(apply(before, (selected) => indentCode(selected, isBack))).toBe(after);
});
