import { expect, it } from "vitest";
import { toWave } from "./wave.ts";

it.each<[string, readonly number[], readonly number[]]>([
  ["nothing", [], []],
  ["silence", [0, 0], [0, 0]],
  ["a few levels", [0.1, 0.4, 0.2], [25, 100, 50]],
  [
    "many, of which none that is loud is lost",
    [...Array<number>(639).fill(0), 1],
    [...Array<number>(63).fill(0), 100],
  ],
])("a wave of %s", (_kind, levels, wave) => {
  expect(toWave(levels)).toEqual(wave);
});
