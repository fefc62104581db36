/**
 * `npm test`: the checks, then the tests of all projects. With arguments, only vitest with these: a file, `--project
 * unit`, `-t name`. The last line is the result.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../setup/process.mjs";
import { ensureWebBuild } from "../../setup/web-build.mjs";
import { type Counts, countTests, sumUp, type VitestReport } from "./results.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "colbin-test-"));

/** Runs a program of the repository on this Node; a signal ends the whole run. */
async function runProgram(args: string[]): Promise<number> {
  const { code } = await run(process.execPath, args, { cwd: root });
  if (code > 128) process.exit(code);
  return code;
}

function readReport(file: string): unknown {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

async function runChecks(): Promise<Counts> {
  const file = join(reports, "checks.json");
  await runProgram(["tools/src/check/main.ts", "--json", file]);
  return (readReport(file) as Counts | undefined) ?? { passed: 0, failed: 1 };
}

async function runTests(args: readonly string[]): Promise<Counts> {
  const file = join(reports, "tests.json");
  const code = await runProgram([
    "node_modules/vitest/vitest.mjs",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
    ...args,
  ]);
  return countTests(readReport(file) as VitestReport | undefined, code);
}

/** Without a built web app the stories would run against an old one: they are left out, and that counts as a failure. */
async function buildWebApp(): Promise<Counts> {
  try {
    await ensureWebBuild(root, process.execPath, process.env);
    return { passed: 0, failed: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error("The stories in the browser were not run: the web app does not build.");
    return { passed: 0, failed: 1 };
  }
}

const args = process.argv.slice(2);
const parts: Counts[] = [];
try {
  if (args.length === 0) parts.push(await runChecks());
  const web = await buildWebApp();
  parts.push(web, await runTests(web.failed > 0 ? [...args, "--project=!e2e"] : args));
} finally {
  rmSync(reports, { recursive: true });
}
const { line, exitCode } = sumUp(parts);
console.log(line);
process.exitCode = exitCode;
