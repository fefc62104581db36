import { expect, test } from "vitest";
import { namesFiles } from "./named-files.ts";

test.each([
  ["plan.pdf", true],
  ["/home/mia/plan.pdf", true],
  ["C:\\Users\\Mia\\plan.pdf\r\n", true],
  ["file:///home/mia/plan.pdf", true],
  ["Look at plan.pdf", false],
  ["1\t2", false],
  ["file:///%E0%A4%A", false],
])("%j names the file plan.pdf: %s", (text, expected) => {
  expect(namesFiles(text, [{ name: "plan.pdf" }])).toBe(expected);
});

test("names of several files are one a line, and none is missing", () => {
  const files = [{ name: "Gr\u00FC\u00DFe.txt" }, { name: "b c.png" }];
  expect(namesFiles("Gru\u0308\u00DFe.txt\nfile:///tmp/b%20c.png", files)).toBe(true);
  expect(namesFiles("b c.png", files)).toBe(false);
});
