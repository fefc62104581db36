import { expect, test } from "vitest";
import { toCsv } from "./csv.ts";

test("a table becomes lines of cells, quoted where they must be", () => {
  expect(
    toCsv([
      ["Region", "p99"],
      ["São Paulo, BR", 'a "b"\nc'],
    ]),
  ).toBe('Region,p99\r\n"São Paulo, BR","a ""b""\nc"');
});

test.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx"])(
  "a spreadsheet does not run the cell %j",
  (cell) => {
    expect(toCsv([[cell]]).replace(/^"/, "")).toMatch(/^'/);
  },
);
