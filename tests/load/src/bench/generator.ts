import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { GENERATOR_CPU_MAX, startGenerator } from "../generator/generator.ts";
import type { Window } from "../generator/run.ts";
import { findFreePort } from "../../../../apps/server/test/free-port.ts";
import { untilListening } from "./peers.ts";
import { formatCount, formatShare, type BenchReport, type BenchRow } from "./report.ts";

/*
 * What the generator itself can take, against a server that only replays: it must be twice what any server is asked for, else
 * the generator is what the other tables measure.
 */

export interface GeneratorSizes {
  readonly receivers: number;
  readonly seconds: number;
  /** Frames of one write, and writes a second to each receiver. */
  readonly patterns: readonly { readonly frames: number; readonly perSecond: number }[];
}

const FULL: GeneratorSizes = {
  receivers: 1000,
  seconds: 4,
  patterns: [
    { frames: 1, perSecond: 40 },
    { frames: 10, perSecond: 50 },
    { frames: 40, perSecond: 50 },
  ],
};
const PROMPT_EVERY = 10;
const DECODE_EVERY = 50;
const program = fileURLToPath(new URL("../generator/replay-server.ts", import.meta.url));

export async function benchGenerator(sizes: GeneratorSizes = FULL): Promise<BenchReport> {
  const rows: BenchRow[] = [];
  for (const { frames, perSecond } of sizes.patterns) {
    const drunk = await replay(sizes, frames, perSecond);
    const rate = drunk.events / drunk.seconds;
    rows.push({
      id: "generator",
      what: `${frames} frames in a write, ${perSecond} writes/s to each of ${sizes.receivers}`,
      ours: `${formatCount(rate)} frames/s at ${formatShare(drunk.cpuShare)} of a core`,
      cpu: `at ${formatShare(GENERATOR_CPU_MAX)}: ${formatCount((rate / drunk.cpuShare) * GENERATOR_CPU_MAX)} frames/s`,
    });
  }
  return {
    title: "What the load generator can take of a server that replays",
    rows,
    notes: [
      `one receiver in ${DECODE_EVERY} decodes, one in ${PROMPT_EVERY} reads at once, the others every 50 ms`,
    ],
  };
}

async function replay(
  { receivers, seconds }: GeneratorSizes,
  frames: number,
  perSecond: number,
): Promise<Window> {
  const port = await findFreePort();
  const args = [program, String(port), String(frames), String(perSecond)];
  const server = spawn(process.execPath, args, { stdio: "inherit" });
  const generator = startGenerator();
  try {
    await untilListening(server, port);
    await generator.call("open", {
      dialect: "bun",
      port,
      slugs: ["replay"],
      entries: Array.from({ length: receivers }, () => ({ rooms: [0] })),
      decodeEvery: DECODE_EVERY,
      promptEvery: PROMPT_EVERY,
    });
    return await generator.call("drink", { seconds });
  } finally {
    await generator.end();
    server.kill("SIGKILL");
    if (server.signalCode === null && server.exitCode === null) await once(server, "exit");
  }
}
