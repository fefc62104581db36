import { expect, it } from "vitest";
import { toWave } from "./wave.ts";

const times = (count: number, value: number) => Array<number>(count).fill(value);

it.each<[string, readonly number[], readonly number[]]>([
  ["nothing", [], []],
  ["silence", [0, 0], times(64, 0)],
  ["a few levels", [0.1, 0.4], [...times(32, 25), ...times(32, 100)]],
  ["many, of which none that is loud is lost", [...times(639, 0), 1], [...times(63, 0), 100]],
])("a wave of %s", (_kind, levels, wave) => {
  expect(toWave(levels)).toEqual(wave);
});
