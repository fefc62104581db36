import { once } from "node:events";
import { startEmbedded } from "../../../apps/server/src/platform/db/embedded/embedded.ts";

/*
 * A process that does nothing but keep the embedded database of a data directory, so that several servers share it and each of
 * them can be killed alone. Says "ready" on its output; SIGINT, SIGTERM and the end of its parent stop it.
 */

const [dataFolder = "", systemFolder = ""] = process.argv.slice(2);

/** What concerns a person alone; the rest is in the log of PostgreSQL. */
function complain(_details: unknown, line?: string): void {
  console.error(line);
}

const log = { info: () => undefined, warn: complain, error: complain };

async function main(): Promise<void> {
  const place = systemFolder === "" ? {} : { systemFolder };
  const database = await startEmbedded({ dataFolder, log, ...place });
  const parentIsGone = once(process.stdin.resume(), "end");
  const told = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM"), parentIsGone]);
  process.stdout.write("ready\n");
  await told;
  await database.stop();
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
