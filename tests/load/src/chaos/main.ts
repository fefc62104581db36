import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createRandom } from "./random.ts";
import { run, type Report } from "./run.ts";
import { openSystem } from "./system.ts";

/*
 * `npm run chaos -- --faults N --seed S [--sends M] [--nodes 1|3]`: people send, read, come and go while servers, database,
 * NATS and the network between them fail; then everything that anybody was told is held against the log. Exit code 1 on any
 * violation, with the seed: the same seed draws the same faults.
 */

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "30" },
    sends: { type: "string", default: "10000" },
    nodes: { type: "string", default: "3" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    /** Keeps logs and data also of a good run. */
    keep: { type: "boolean", default: false },
    quiet: { type: "boolean", default: false },
  },
});

const SHOWN = 30;

function toLines(report: Report): string[] {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const { acknowledged, faults, missedPoints, connections, told } = report;
  const points = missedPoints === 0 ? "" : ` (${missedPoints} named points were not reached)`;
  return [
    `${acknowledged} acknowledged in ${seconds(report.sendingMs)}, ${faults} faults${points}`,
    `${connections} connections, ${told} things told; all had everything ${seconds(report.settlingMs)} after the last answer`,
  ];
}

async function main(): Promise<number> {
  const seed = Number(values.seed);
  const [faults, sends, nodes] = [values.faults, values.sends, values.nodes].map(Number) as [
    number,
    number,
    number,
  ];
  const folder = await mkdtemp(join(tmpdir(), "colbin-chaos-"));
  await chmod(folder, 0o711);
  const random = createRandom(seed);
  const say = (line: string): void => {
    if (!values.quiet)
      console.log(`  ${(performance.now() / 1000).toFixed(1).padStart(6)} s ${line}`);
  };
  console.log(`Chaos with seed ${seed}: ${sends} sends, ${faults} faults, ${nodes} nodes`);
  const system = await openSystem({ folder, nodes, random: random.fork("system") });
  let isGood = false;
  try {
    const report = await run(system, { faults, sends, random, say });
    for (const line of toLines(report)) console.log(line);
    for (const { rule, text } of report.violations.slice(0, SHOWN))
      console.log(`  VIOLATION ${rule}: ${text}`);
    isGood = report.violations.length === 0;
    console.log(
      isGood
        ? `0 lost, 0 doubled, 0 out of order, no gap (seed ${seed})`
        : `${report.violations.length} violations (seed ${seed})`,
    );
    if (!isGood)
      await writeFile(join(folder, "history.json"), JSON.stringify(report.history, withMaps));
  } finally {
    for (const node of system.nodes) await node.stop();
    await system.close();
    if (isGood && !values.keep) await rm(folder, { recursive: true, force: true });
    else console.log(`  kept: ${folder}`);
  }
  return isGood ? 0 : 1;
}

function withMaps(_: string, value: unknown): unknown {
  return value instanceof Map ? Object.fromEntries(value) : value;
}

// Left-over timers of clients must not keep the process.
process.exit(await main());
