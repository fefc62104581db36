import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

/*
 * The process: configuration in, signals and crashes handled, one line on the screen when it is ready. The modules are
 * loaded after the cache of compiled code is on, which halves the time of a warm start.
 */

/** Longer than any step of an orderly stop, shorter than the patience of supervisors. */
const STOP_WITHIN_MS = 25_000;
const CRASH_WITHIN_MS = 8_000;
/** A terminal and npm may both pass on one Ctrl-C; a signal after this time is a second one. */
const SECOND_SIGNAL_AFTER_MS = 1_000;

enableCompileCache(fileURLToPath(new URL("../../../node_modules/.cache/node", import.meta.url)));
const [
  { loadConfig },
  { toGreeting, toPreface },
  { createLog, isForPeople },
  { startServer },
  { StartError },
] = await Promise.all([
  import("./config.ts"),
  import("./greeting.ts"),
  import("./platform/log/log.ts"),
  import("./server.ts"),
  import("./platform/start-error.ts"),
]);

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLog(config);
  const tell = (text: string) => void (isForPeople(config) && console.log(text));
  tell(toPreface(config));
  const starting = startServer(config, log);
  let stoppedAt: number | undefined;

  async function end(code: number, withinMs: number): Promise<void> {
    stoppedAt ??= performance.now();
    setTimeout(() => process.exit(1), withinMs).unref();
    const server = await starting.catch(() => undefined);
    await server?.stop();
    process.exit(code);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        tell("\nStopping");
        void end(0, STOP_WITHIN_MS);
      } else if (performance.now() - stoppedAt > SECOND_SIGNAL_AFTER_MS) process.exit(1);
    });
  }
  for (const crash of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(crash, (error) => {
      log.fatal({ err: error }, "The server has a defect and stops");
      if (stoppedAt === undefined) void end(1, CRASH_WITHIN_MS);
    });
  }

  const server = await starting;
  const { url, outboxUrl } = server;
  if (stoppedAt !== undefined) return;
  console.log(`Colbin is ready at ${url}`);
  if (isForPeople(config)) console.log(toGreeting(config, server));
  else if (outboxUrl !== undefined)
    console.log(
      `Sign in with any email address: the code is shown on the page. What would be mailed: ${outboxUrl}`,
    );
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  console.error(error.message);
  process.exit(1);
}
