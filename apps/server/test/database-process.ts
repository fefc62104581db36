import { once } from "node:events";
import { Client } from "pg";
import { openDatabase } from "#server/platform/db/database.ts";
import { StartError } from "#server/platform/start-error.ts";
import { silentLog } from "./silent-log.ts";

/*
 * A process that does nothing but keep an embedded database: for tests that kill it. Writes "ready" when the database is, adds
 * a row to the table "written" for every line that it reads and answers "done", and stops on SIGINT and SIGTERM.
 */

const [dataDir = ""] = process.argv.slice(2);

async function main(): Promise<void> {
  const database = await openDatabase(
    { databaseUrl: undefined, dataDir, databasePool: 4 },
    silentLog,
  );
  await database.pool.query("create table if not exists written (line text)");
  const client = new Client(database.connection);
  await client.connect();
  client.on("error", () => undefined);
  process.stdin.setEncoding("utf8").on("data", (line: string) => {
    void client.query("insert into written values ($1)", [line.trim()]).then(() => say("done"));
  });
  const told = Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  say("ready");
  await told;
  await client.end();
  await database.close();
  process.stdin.destroy();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
