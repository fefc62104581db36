import { expect, test } from "vitest";
import { typingText } from "./typing-text.ts";

test.each([
  [[], ""],
  [["Priya Raman"], "Priya is typing"],
  [["Priya Raman", "Jonas Lindqvist"], "Priya and Jonas are typing"],
  [["Priya Raman", "Jonas Lindqvist", "Mei Chen"], "Priya and 2 others are typing"],
  [Array.from({ length: 12 }, (_, index) => `P${index} X`), "P0 and 11 others are typing"],
])("typing: %j", (names, text) => {
  expect(typingText(names)).toBe(text);
});
