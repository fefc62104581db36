import { expect, test } from "vitest";
import type { Selected } from "./edit-field.ts";
import { formatText, type Format } from "./format-text.ts";

/** The selection stands between brackets of its own; a caret is one bar. */
function read(drawn: string): Selected {
  const text = drawn.replaceAll(/[⟦⟧|]/g, "");
  const start = drawn.search(/[⟦|]/);
  const end = drawn.includes("|") ? start : drawn.indexOf("⟧") - 1;
  return { text, start, end };
}

function draw({ text, start, end }: Selected): string {
  const selected = start === end ? "|" : `⟦${text.slice(start, end)}⟧`;
  return text.slice(0, start) + selected + text.slice(end);
}

function apply(format: Format, drawn: string): string {
  const before = read(drawn);
  const { from, to, text, start, end } = formatText(format, before);
  return draw({ text: before.text.slice(0, from) + text + before.text.slice(to), start, end });
}

test.each<[Format, string, string]>([
  ["bold", "for ⟦thirty minutes⟧ now", "for **⟦thirty minutes⟧** now"],
  ["bold", "for⟦ thirty ⟧now", "for **⟦thirty⟧** now"],
  ["italic", "⟦a\u0301b⟧", "*⟦a\u0301b⟧*"],
  ["italic", "**⟦both⟧**", "***⟦both⟧***"],
  ["strike", "⟦wrong⟧", "~~⟦wrong⟧~~"],
  ["code", "run ⟦npm test⟧", "run `⟦npm test⟧`"],
  ["bold", "|", "**|**"],
])("%s marks %s", (format, before, after) => {
  expect(apply(format, before)).toBe(after);
});

test.each<[Format, string, string]>([
  ["bold", "**⟦x⟧**", "⟦x⟧"],
  ["bold", "***⟦x⟧***", "*⟦x⟧*"],
  ["bold", "⟦**x**⟧", "⟦x⟧"],
  ["bold", "**|**", "|"],
  ["italic", "***⟦x⟧***", "**⟦x⟧**"],
  ["italic", "⟦*x*⟧", "⟦x⟧"],
  ["strike", "~~⟦x⟧~~", "⟦x⟧"],
  ["codeBlock", "```\n⟦a\nb⟧\n```", "⟦a\nb⟧"],
  ["list", "⟦- a\n- b⟧", "⟦a\nb⟧"],
  ["numbers", "⟦1. a\n2. b⟧", "⟦a\nb⟧"],
  ["quote", "⟦> a\n>\n> b⟧", "⟦a\n\nb⟧"],
])("%s takes its marks away from %s", (format, before, after) => {
  expect(apply(format, before)).toBe(after);
});

test.each<[string, string]>([
  ["see ⟦the plan⟧", "see [the plan](|)"],
  ["see ⟦https://example.org⟧", "see [|](https://example.org)"],
  ["see |", "see [|]()"],
])("a link of %s leaves the caret where something is missing", (before, after) => {
  expect(apply("link", before)).toBe(after);
});

test.each<[Format, string, string]>([
  ["codeBlock", "a\nb|c\nd", "a\n```\nb|c\n```\nd"],
  ["codeBlock", "|", "```\n|\n```"],
  ["code", "⟦a\nb⟧", "```\n⟦a\nb⟧\n```"],
  ["list", "first\nse|cond", "first\n- se|cond"],
  ["list", "a⟦b\n\ncd⟧e", "⟦- ab\n\n- cde⟧"],
  ["list", "|", "- |"],
  ["list", "- |", "|"],
  ["list", "⟦1. a\n2. b⟧", "⟦- a\n- b⟧"],
  ["numbers", "⟦a\n\nb⟧", "⟦1. a\n\n2. b⟧"],
  ["quote", "⟦- a\n\nb⟧", "⟦> - a\n> \n> b⟧"],
])("%s takes whole lines of %s", (format, before, after) => {
  expect(apply(format, before)).toBe(after);
});
