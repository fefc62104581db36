import { loadConfig } from "#server/config.ts";
import { createLog } from "#server/platform/log/log.ts";
import { startServer } from "#server/server.ts";

/*
 * The server as it is, in a process that has nothing else in it: what its heap holds is the server's. It tells its parent
 * where it listens and every line that it logs, and weighs itself when asked. Nothing is caught: a defect ends it.
 */

/** What the server holds after everything that could be collected was. */
export interface Weight {
  readonly heapUsed: number;
  /** Buffers: outside the heap, and held by it. */
  readonly external: number;
  readonly rss: number;
}

export type Told =
  | { readonly kind: "ready"; readonly url: string }
  | { readonly kind: "line"; readonly line: string }
  | { readonly kind: "weight"; readonly weight: Weight };

function tell(told: Told): void {
  process.send?.(told);
}

/** Twice, with a turn between: what a finalizer lets go of is gone as well. */
async function weigh(): Promise<Weight> {
  for (let round = 0; round < 2; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapUsed, external, rss };
}

const config = loadConfig(process.env);
const log = createLog({ logLevel: "warn" }, { write: (line) => tell({ kind: "line", line }) });
const { url } = await startServer(config, log);
process.on("message", () => void weigh().then((weight) => tell({ kind: "weight", weight })));
process.on("disconnect", () => process.exit(0));
tell({ kind: "ready", url });
