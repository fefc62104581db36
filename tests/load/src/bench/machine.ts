import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from "node:fs";
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createHistogram } from "./histogram.ts";
import { readMachineTicks } from "./usage.ts";

/* The machine and the moment: without them no figure can be compared with another one. */

const FSYNCS = 300;
const PAGE_BYTES = 8192;
const WATCH_MS = 1000;
/** Share of all cores that others may use before the figures are doubtful. */
const OTHERS_MAX = 0.05;

/** Lines about hardware, versions, the disk and who else is at work; markdown. */
export async function describeMachine(): Promise<string[]> {
  const others = await measureOthers();
  const sync = measureSync();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  const model = cpus()[0]?.model.trim() ?? "unknown";
  const lines = [
    `${availableParallelism()} cores of ${model}, ${gigabytes} GiB, Linux ${release()}, Node ${process.versions.node}`,
    `one write of 8 KiB with fdatasync in ${tmpdir()}: p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms`,
    `load average at the start ${(loadavg()[0] ?? 0).toFixed(2)}, others used ${(others * 100).toFixed(0)} % of the cores`,
  ];
  return others > OTHERS_MAX
    ? [...lines, "**WARNING: the machine was not idle; these figures are not to be trusted**"]
    : lines;
}

/** What pg_test_fsync measures for fdatasync: the floor of every durable commit. */
function measureSync(): { readonly p50: number; readonly p99: number } {
  const path = join(tmpdir(), `colbin-fsync-${process.pid}`);
  const file = openSync(path, "w");
  const times = createHistogram();
  try {
    const page = Buffer.alloc(PAGE_BYTES, 1);
    for (let count = 0; count < FSYNCS; count += 1) {
      const startedAt = performance.now();
      writeSync(file, page, 0, PAGE_BYTES, 0);
      fdatasyncSync(file);
      times.record(performance.now() - startedAt);
    }
  } finally {
    closeSync(file);
    rmSync(path);
  }
  return { p50: times.percentile(0.5), p99: times.percentile(0.99) };
}

/** Share of all cores that was busy while we did nothing. */
async function measureOthers(): Promise<number> {
  const before = readMachineTicks();
  await sleep(WATCH_MS);
  const after = readMachineTicks();
  const total = after.total - before.total;
  return total === 0 ? 0 : (after.busy - before.busy) / total;
}
