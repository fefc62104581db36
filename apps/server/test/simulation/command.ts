import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { failingSeeds } from "./failing-seeds.ts";
import { runSeed, type Outcome } from "./run-seed.ts";

/** Lines of the trace that a failing seed shows, and violations. */
const SHOWN = 60;
const VIOLATIONS_SHOWN = 5;

const options = {
  /** One seed alone, by its name. */
  seed: { type: "string" },
  /** How many, and the first of them; a random one unless named. */
  seeds: { type: "string", default: "1000" },
  from: { type: "string" },
  /** Processes that share them. */
  workers: { type: "string", default: "1" },
  step: { type: "string", default: "1" },
  /** Shows everything that happened. */
  trace: { type: "boolean", default: false },
  /** Goes on after a failure. */
  keep: { type: "boolean", default: false },
  /** Prints the hash of each run. */
  hashes: { type: "boolean", default: false },
} as const;

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  return parseArgs({ args, options }).values;
}

/** Runs what the arguments say; exit code 1 when anything was violated. */
export async function main(args: string[]): Promise<void> {
  const values = parse(args);
  if (values.seed !== undefined) {
    const outcome = await runSeed(values.seed, values.trace);
    if (values.trace) for (const line of outcome.trace) console.log(line);
    report(outcome, values.trace ? 0 : SHOWN);
    return;
  }
  const from = Number(values.from ?? randomStart());
  console.log(`${values.seeds} seeds from ${from} on`);
  const workers = Number(values.workers);
  if (workers > 1) await share(values, from, workers);
  else await runAll(values, from);
}

function randomStart(): number {
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  return number;
}

/** Each process takes every n-th seed. */
async function share(values: Values, from: number, workers: number): Promise<void> {
  const program = fileURLToPath(new URL("./main.ts", import.meta.url));
  const each = Math.ceil(Number(values.seeds) / workers);
  const flags = [...(values.keep ? ["--keep"] : []), ...(values.hashes ? ["--hashes"] : [])];
  const runs = Array.from({ length: workers }, (_, worker) => {
    const own = ["--from", `${from + worker}`, "--step", `${workers}`, "--seeds", `${each}`];
    const child = spawn(process.execPath, [program, ...own, ...flags], { stdio: "inherit" });
    return new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => resolve(code ?? 1));
    });
  });
  if ((await Promise.all(runs)).some((code) => code !== 0)) process.exitCode = 1;
}

/** Those that failed once come first. */
function seedsOf({ seeds, step }: Values, from: number): string[] {
  const numbers = Array.from({ length: Number(seeds) }, (_, at) => `${from + at * Number(step)}`);
  return [...failingSeeds, ...numbers];
}

async function runAll(values: Values, from: number): Promise<void> {
  const began = process.hrtime.bigint();
  let [ran, failed, tasks, commits] = [0, 0, 0, 0];
  for (const seed of seedsOf(values, from)) {
    const outcome = await runSeed(seed);
    ran += 1;
    tasks += outcome.tasks;
    commits += outcome.commits;
    if (values.hashes) console.log(`${seed} ${outcome.hash}`);
    if (outcome.violations.length === 0) continue;
    failed += 1;
    report(outcome, values.keep ? 0 : SHOWN);
    if (!values.keep) break;
  }
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  const each = (ms / ran).toFixed(1);
  console.log(
    `${ran} worlds, ${failed} failed; ${commits} events, ${tasks} steps, ${each} ms a world`,
  );
}

function report(outcome: Outcome, lines: number): void {
  const { seed, violations, trace, hash, virtualMs, tasks, commits, shape } = outcome;
  if (lines > 0) for (const line of trace.slice(-lines)) console.log(line);
  console.log(JSON.stringify(shape));
  const size = `${tasks} steps, ${commits} events, ${(virtualMs / 1000).toFixed(1)} s`;
  console.log(`seed ${seed}: ${violations.length} violations (${size}, hash ${hash})`);
  for (const violation of violations.slice(0, VIOLATIONS_SHOWN)) console.log(`  ${violation}`);
  if (violations.length === 0) return;
  process.exitCode = 1;
  console.log(`  again: node apps/server/test/simulation/main.ts --seed ${seed} --trace`);
  console.log("  keep it: add it to apps/server/test/simulation/failing-seeds.ts");
}
