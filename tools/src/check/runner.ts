import type { Check, Outcome } from "./check.ts";
import type { Repository } from "./repository.ts";

export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

interface Report {
  readonly name: string;
  readonly outcome: Outcome;
  readonly seconds: number;
}

/** Checks that wait for other programs go two at a time, on the two cores that we count with. */
const AT_A_TIME = 2;

async function report({ name, run }: Check, repository: Repository): Promise<Report> {
  const start = performance.now();
  const outcome = await Promise.try(run, repository).catch((error: unknown) => ({
    findings: [`could not run: ${error instanceof Error ? error.message : String(error)}`],
  }));
  return { name, outcome, seconds: (performance.now() - start) / 1000 };
}

/** More than a reader takes in at once; all of them are shown where the check was asked for by name. */
const SHOWN = 30;

function shorten(name: string, findings: readonly string[]): string[] {
  const rest = findings.length - SHOWN;
  if (rest <= 0) return [...findings];
  return [...findings.slice(0, SHOWN), `and ${rest} more: npm run check -- ${name}`];
}

function linesFor({ name, outcome, seconds }: Report, isNamed: boolean): string[] {
  const { findings, notes = [], warnings = [], extent = "", notRun } = outcome;
  const state = notRun ? "not run" : findings.length > 0 ? "FAILED" : "ok";
  const time = `${seconds.toFixed(1).padStart(5)} s`;
  const line = `${state.padEnd(8)}${name.padEnd(16)}${time}  ${notRun ?? extent}`;
  const shown = isNamed ? [...warnings, ...findings] : shorten(name, findings);
  return [line, ...[...notes, ...shown].map((each) => `        ${each}`)];
}

/** Prints the checks in their order, each as soon as it and those before it are done; counts each once. */
export async function runChecks(
  checks: readonly Check[],
  repository: Repository,
  { print, areNamed }: { print: (line: string) => void; areNamed: boolean },
): Promise<Counts> {
  const reports = new Map<Check, PromiseWithResolvers<Report>>(
    checks.map((check) => [check, Promise.withResolvers<Report>()]),
  );
  const work = checks.values();
  const runInTurn = async (): Promise<void> => {
    for (const check of work) reports.get(check)?.resolve(await report(check, repository));
  };
  const running = Array.from({ length: AT_A_TIME }, runInTurn);
  let [passed, failed] = [0, 0];
  for (const { promise } of reports.values()) {
    const done = await promise;
    for (const line of linesFor(done, areNamed)) print(line);
    if (done.outcome.findings.length > 0) failed += 1;
    else if (!done.outcome.notRun) passed += 1;
  }
  await Promise.all(running);
  return { passed, failed };
}
