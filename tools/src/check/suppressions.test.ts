import { expect, it } from "vitest";
import { repositoryOf } from "./repository.ts";
import { checkSuppressions, COUNT_PATH } from "./suppressions.ts";

function findingsFor(comment: string, allowed = 1): readonly string[] {
  return checkSuppressions(repositoryOf({ "a.ts": `${comment}\nexport const a = 1;` }), allowed)
    .findings;
}

it.each([
  "// oxlint-disable-next-line no-console -- the start page is printed",
  "/* eslint-disable no-console -- the start page is printed */",
  "// @ts-expect-error the types of the library are wrong",
])("accepts a suppression with its reason: %s", (comment) => {
  expect(findingsFor(comment)).toEqual([]);
});

it.each([
  "// oxlint-disable-next-line no-console",
  "// oxlint-disable-next-line no-console -- because",
  "// oxlint-disable-next-line no-console\n// -- the reason is too late",
  "// @ts-expect-error",
  "// @ts-ignore the types of the library are wrong",
  "// @ts-nocheck the types of the library are wrong",
  "/* v8 ignore next -- never reached */",
])("refuses %s", (comment) => {
  expect(findingsFor(comment)).toHaveLength(1);
});

it("does not take a comment or a string that speaks of one for a suppression", () => {
  expect(findingsFor("// Without oxlint-disable nothing is silent.", 0)).toEqual([]);
  expect(findingsFor('export const b = "// @ts-ignore";', 0)).toEqual([]);
});

it("lets the number fall, with the count, and never rise", () => {
  const comment = "// @ts-expect-error the types of the library are wrong";
  expect(findingsFor(comment, 0)[0]).toBe(`${COUNT_PATH} allows 0 suppressions and there are 1:`);
  expect(findingsFor(comment, 2)).toEqual([
    `${COUNT_PATH} allows 2 suppressions and there are 1: lower it`,
  ]);
});
