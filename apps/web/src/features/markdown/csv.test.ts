import { expect, test } from "vitest";
import { toCsv, toTsv } from "./csv.ts";

test("a table becomes lines of cells, quoted where they must be", () => {
  expect(
    toCsv([
      ["Region", "p99"],
      ["São Paulo, BR", 'a "b"\nc'],
    ]),
  ).toBe('Region,p99\r\n"São Paulo, BR","a ""b""\nc"');
});

test.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\uFF1D1"])(
  "a spreadsheet does not run the cell %j",
  (cell) => {
    expect(toCsv([[cell]]).replace(/^"/, "")).toMatch(/^'/);
  },
);

test.each([
  ["=1+1", "'=1+1"],
  ["-1.5 %", "-1.5 %"],
  ["-5 ms", "-5 ms"],
  ["+49 30 1234", "+49 30 1234"],
  ["-1+cmd", "'-1+cmd"],
  ["@sum", "'@sum"],
  ["a\tb", "a b"],
])("the cell %j is copied as %j", (cell, expected) => {
  expect(toTsv([["", cell]])).toBe(`\t${expected}`);
});
