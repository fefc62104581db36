/* What `npm test` says at its end, from what its parts reported. */

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** The part of vitest's JSON report that we read. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
  }[];
}

/**
 * Each test counts as one. A file that failed without a failed test (it does not load, or its clean-up failed) counts
 * as one more, and so does a run that failed in another way or left no report.
 */
export function countTests(report: VitestReport | undefined, exitCode: number): Counts {
  if (report === undefined) return { passed: 0, failed: 1 };
  const failedTests = report.testResults.map(
    ({ assertionResults }) => assertionResults.filter(({ status }) => status === "failed").length,
  );
  const failed = report.testResults
    .map(({ status }, file) => Math.max(failedTests[file] ?? 0, status === "failed" ? 1 : 0))
    .reduce((sum, count) => sum + count, 0);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
  };
}

/** The last line, and the exit code: 1 when something failed and also when nothing ran. */
export function sumUp(parts: readonly Counts[]): { line: string; exitCode: number } {
  const passed = parts.reduce((sum, part) => sum + part.passed, 0);
  const failed = parts.reduce((sum, part) => sum + part.failed, 0);
  return {
    line: `${passed} passed, ${failed} failed`,
    exitCode: failed > 0 || passed === 0 ? 1 : 0,
  };
}
