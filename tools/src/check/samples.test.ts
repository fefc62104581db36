import { expect, it } from "vitest";
import { repositoryOf } from "./repository.ts";
import { judgeSample } from "./samples.ts";

const sample = repositoryOf({
  "bad.ts": "one\ntwo // must fail\n// must fail in the next line\nfour",
  "good.ts": "one",
});
const found = ["bad.ts:2 no-empty: two", "bad.ts:4:1: four [Error/eslint(no-empty)]"];

it("is content when exactly the marked lines fail by the rule", () => {
  expect(judgeSample(sample, "no-empty", found)).toEqual([]);
});

it("finds a rule out that misses a line, or that fails a good one", () => {
  expect(judgeSample(sample, "no-empty", found.slice(1))).toHaveLength(1);
  expect(judgeSample(sample, "no-empty", [...found, "good.ts:1 no-empty: one"])).toHaveLength(1);
  expect(judgeSample(sample, "no-console", found)).toHaveLength(2);
});

it("wants something that must fail and something that must pass", () => {
  const onlyGood = repositoryOf({ "good.ts": "one" });
  expect(judgeSample(onlyGood, "no-empty", [])).toHaveLength(1);
  const onlyBad = repositoryOf({ "bad.ts": "one // must fail" });
  expect(judgeSample(onlyBad, "no-empty", ["bad.ts:1 no-empty"])).toHaveLength(1);
});
