import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";
import type { BenchReport } from "./report.ts";

/*
 * P11: from one command in a fresh clone, with nothing in the cache of npm, to a page that is served; and the same again.
 * The clone is of what is committed.
 */

const repository = fileURLToPath(new URL("../../../..", import.meta.url));
const COLD_BAR_S = 60;
const COLD_GOAL_S = 30;
const WARM_BAR_S = 3;
const WARM_GOAL_S = 1;
const WARM_RUNS = 5;
const PATIENCE_S = 600;

interface Place {
  readonly folder: string;
  readonly checkout: string;
  readonly port: number;
}

/** Clones, starts cold once and warm five times: the wall clock of each. */
export async function benchStart(): Promise<BenchReport> {
  const folder = await mkdtemp(join(tmpdir(), "colbin-start-"));
  const place = { folder, checkout: join(folder, "colbin"), port: await findFreePort() };
  try {
    await run("git", ["clone", "--quiet", repository, place.checkout]);
    const cold = await timeStart(place);
    const warm: number[] = [];
    for (let count = 0; count < WARM_RUNS; count += 1) warm.push(await timeStart(place));
    return report(cold, warm);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function report(cold: number, warm: readonly number[]): BenchReport {
  const sorted = warm.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return {
    title: "npm start to a served page (P11)",
    rows: [
      {
        id: "P11",
        what: "empty folder, empty npm cache",
        ours: `${cold.toFixed(1)} s`,
        bar: `${COLD_BAR_S} s`,
        goal: `${COLD_GOAL_S} s`,
        met: cold <= COLD_BAR_S,
      },
      {
        id: "P11",
        what: `again, median of ${warm.length}`,
        ours: `${median.toFixed(2)} s`,
        latency: `${median.toFixed(2)} / ${sorted.at(-1)?.toFixed(2)} s (worst)`,
        bar: `${WARM_BAR_S} s`,
        goal: `${WARM_GOAL_S} s`,
        met: median <= WARM_BAR_S,
      },
    ],
    notes: [],
  };
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error(`${command} ended with code ${String(code)}`);
}

async function timeStart({ folder, checkout, port }: Place): Promise<number> {
  const env = {
    ...withoutPinnedNode(),
    npm_config_cache: join(folder, "npm-cache"),
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: join(folder, "data"),
    LOG_LEVEL: "warn",
  };
  const startedAt = performance.now();
  const child = spawn("npm", ["start"], { cwd: checkout, env, stdio: "ignore", detached: true });
  try {
    await untilServed(child, `http://127.0.0.1:${port}/`);
    return (performance.now() - startedAt) / 1000;
  } finally {
    const ended = once(child, "exit");
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
    await ended;
  }
}

/** The stranger's own Node starts the set-up, not the one that this task runs on. */
function withoutPinnedNode(): NodeJS.ProcessEnv {
  const path = (process.env["PATH"] ?? "")
    .split(":")
    .filter((part) => !part.includes("node_modules"));
  const own = Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name));
  return { ...Object.fromEntries(own), PATH: path.join(":") };
}

async function untilServed(child: ChildProcess, address: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_S * 100; waited += 1) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}`);
    const reply = await fetch(address).catch(() => undefined);
    if (reply?.ok && (await reply.text()).includes("<script")) return;
    await sleep(10);
  }
  throw new Error("The page was never served");
}
