import { describe, expect, it } from "vitest";
import {
  boundsOf,
  firstRows,
  pinned,
  ROWS_MAX,
  withEarlier,
  withLater,
  withRow,
} from "./shown-rows.ts";

function rowsOf(count: number, first = 0) {
  return Array.from({ length: count }, (_, at) => ({ key: `row ${first + at}` }));
}

const rows = rowsOf(400);
const VIEW_PX = 720;

describe("the first rows", () => {
  it.each([
    { what: "fill the view at the end", openAt: undefined, from: 370, to: 400 },
    { what: "begin before the row to open at", openAt: 200, from: 188, to: 230 },
    { what: "begin with the first one", openAt: 3, from: 0, to: 33 },
    { what: "reach to the end", openAt: 390, from: 378, to: 400 },
  ])("$what", ({ openAt, from, to }) => {
    expect(boundsOf(rows, firstRows(rows, openAt, VIEW_PX))).toEqual({ from, to });
  });

  it("are all where there are few", () => {
    const few = rowsOf(5);
    expect(boundsOf(few, firstRows(few, undefined, VIEW_PX))).toEqual({ from: 0, to: 5 });
  });
});

it("come in before and behind, and are never more than fit", () => {
  let shown = firstRows(rows, undefined, VIEW_PX);
  const seen = [boundsOf(rows, shown)];
  for (let step = 0; step < 4; step += 1)
    seen.push(boundsOf(rows, (shown = withEarlier(rows, shown))));
  for (let step = 0; step < 2; step += 1)
    seen.push(boundsOf(rows, (shown = withLater(rows, shown))));
  expect(seen.map(({ from, to }) => [from, to])).toEqual([
    [370, 400],
    [330, 400],
    [290, 400],
    [250, 370],
    [210, 330],
    [250, 370],
    [280, 400],
  ]);
});

it("stay the same ones when older rows are put before them", () => {
  const shown = withEarlier(rows, firstRows(rows, undefined, VIEW_PX));
  const grown = [...rowsOf(50, 1000), ...rows];
  expect(boundsOf(grown, shown)).toEqual({ from: 380, to: 450 });
});

it("go on with the end, or keep to where they are once they are pinned", () => {
  const shown = firstRows(rows, undefined, VIEW_PX);
  const grown = [...rows, ...rowsOf(300, 1000)];
  expect(boundsOf(grown, shown)).toEqual({ from: 700 - ROWS_MAX, to: 700 });
  const kept = pinned(rows, shown, true);
  expect(boundsOf(grown, kept)).toEqual({ from: 370, to: 400 });
  expect(boundsOf(grown, pinned(grown, kept, false)).to).toBe(700);
});

it.each([
  { at: 380, from: 370, to: 400 },
  { at: 369, from: 330, to: 400 },
  { at: 0, from: 0, to: 30 },
])("with row $at", ({ at, from, to }) => {
  const shown = firstRows(rows, undefined, VIEW_PX);
  expect(boundsOf(rows, withRow(rows, shown, at, VIEW_PX))).toEqual({ from, to });
});
