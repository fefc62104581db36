import { expect, it } from "vitest";
import type { Check } from "./check.ts";
import { repositoryOf } from "./repository.ts";
import { type Counts, runChecks } from "./runner.ts";

async function runAll(checks: readonly Check[], areNamed = false): Promise<[Counts, string[]]> {
  const lines: string[] = [];
  const print = (line: string): void => void lines.push(line);
  const counts = await runChecks(checks, repositoryOf({}), { print, areNamed });
  return [counts, lines];
}

it("counts each check once, and one that could not run not at all", async () => {
  const [counts, lines] = await runAll([
    { name: "slow", run: async () => Promise.resolve({ findings: [] }) },
    { name: "wrong", run: () => ({ findings: ["a.ts:1 is wrong", "a.ts:2 is wrong"] }) },
    { name: "absent", run: () => ({ findings: [], notRun: "there is nothing to look at" }) },
  ]);
  expect(counts).toEqual({ passed: 1, failed: 1 });
  expect(lines.map((line) => line.replace(/ +\d+\.\d s/, "").trim())).toEqual([
    "ok      slow",
    "FAILED  wrong",
    "a.ts:1 is wrong",
    "a.ts:2 is wrong",
    "not run absent  there is nothing to look at",
  ]);
});

it("fails a check that breaks, and goes on with the others", async () => {
  const broken = (): never => {
    throw new Error("no such program");
  };
  const checks = ["first", "second"].map((name) => ({ name, run: broken }));
  const [counts, lines] = await runAll([
    ...checks,
    { name: "third", run: () => ({ findings: [] }) },
  ]);
  expect(counts).toEqual({ passed: 1, failed: 2 });
  expect(lines).toContain("        could not run: no such program");
});

it("shows warnings and everything found only where the check was asked for by name", async () => {
  const findings = Array.from({ length: 31 }, (_, index) => `a.ts:${index} is wrong`);
  const check = { name: "sizes", run: () => ({ findings, warnings: ["b.ts is near"] }) };
  const [, short] = await runAll([check]);
  expect(short).toHaveLength(32);
  expect(short.at(-1)).toBe("        and 1 more: npm run check -- sizes");
  const [, long] = await runAll([check], true);
  expect(long).toHaveLength(33);
});
