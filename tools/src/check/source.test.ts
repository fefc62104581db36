import { expect, it } from "vitest";
import { countCodeLines, parseSource } from "./source.ts";

it("counts the lines that hold code, not blanks and comments, whatever a string looks like", () => {
  const text = [
    "/** A comment.",
    "    of two lines */",
    "",
    'const address = "http://x"; // counted',
    "  // not counted",
    'const text = "/* not a comment */";',
    "export const both = address + /* inside */ text;",
  ].join("\n");
  expect(countCodeLines(parseSource("a.ts", text).code)).toBe(3);
});

it("finds every form of import with its line", () => {
  const text = [
    'import type { A } from "a";',
    'import "b";',
    'export * from "c";',
    'export { d } from "d";',
    'export const e = () => import("e");',
    "export const f = (name: string) => import(name);",
  ].join("\n");
  const { imports } = parseSource("a.ts", text);
  expect(imports.map(({ specifier, line }) => `${specifier} ${line}`).toSorted()).toEqual([
    "a 1",
    "b 2",
    "c 3",
    "d 4",
    "e 5",
  ]);
});

it("does not take a file that it cannot read for one without findings", () => {
  expect(() => parseSource("broken.ts", "export function {")).toThrow("broken.ts does not parse");
});
