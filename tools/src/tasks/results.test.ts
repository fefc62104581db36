import { describe, expect, test } from "vitest";
import { countTests, sumUp } from "./results.ts";

function file(status: string, ...tests: string[]) {
  return { status, assertionResults: tests.map((each) => ({ status: each })) };
}

describe("counting a report of vitest", () => {
  test("each passed and each failed test counts as one", () => {
    const testResults = [file("failed", "passed", "failed", "failed"), file("passed", "passed")];
    expect(countTests({ numPassedTests: 2, testResults }, 1)).toEqual({ passed: 2, failed: 2 });
  });

  test("a file that does not load counts as a failure although it has no test", () => {
    const testResults = [file("failed"), file("passed", "passed")];
    expect(countTests({ numPassedTests: 1, testResults }, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test("a clean-up that fails after passed tests counts as a failure", () => {
    const testResults = [file("failed", "passed")];
    expect(countTests({ numPassedTests: 1, testResults }, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test("an error outside of all tests counts as a failure", () => {
    const testResults = [file("passed", "passed")];
    expect(countTests({ numPassedTests: 1, testResults }, 1)).toEqual({ passed: 1, failed: 1 });
  });

  test("a skipped test counts as neither", () => {
    const testResults = [file("passed", "passed", "skipped", "todo")];
    expect(countTests({ numPassedTests: 1, testResults }, 0)).toEqual({ passed: 1, failed: 0 });
  });

  test("a run that left no report counts as a failure", () => {
    expect(countTests(undefined, 0)).toEqual({ passed: 0, failed: 1 });
  });
});

describe("the last line of npm test", () => {
  test("adds up the parts", () => {
    const parts = [
      { passed: 16, failed: 0 },
      { passed: 3, failed: 0 },
    ];
    expect(sumUp(parts)).toEqual({ line: "19 passed, 0 failed", exitCode: 0 });
  });

  test("one failure anywhere is exit code 1", () => {
    const parts = [
      { passed: 16, failed: 1 },
      { passed: 3, failed: 0 },
    ];
    expect(sumUp(parts)).toEqual({ line: "19 passed, 1 failed", exitCode: 1 });
  });

  test("a run in which nothing ran is exit code 1", () => {
    expect(sumUp([])).toEqual({ line: "0 passed, 0 failed", exitCode: 1 });
  });
});
