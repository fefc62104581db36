import type { Config } from "./config.ts";
import type { RunningServer } from "./server.ts";

/* The first minute of a person who started the server in a terminal. No value of a secret variable stands in these lines. */

type Told = Pick<Config, "databaseUrl" | "dataDir">;

/** What is done now, and may take a few seconds. */
export function toPreface(config: Told): string {
  return `Starting Colbin with ${toDatabase(config)}`;
}

/** What to do with a server that is ready. */
export function toGreeting(config: Told, { outboxUrl }: Pick<RunningServer, "outboxUrl">): string {
  const rows = [
    outboxUrl === undefined
      ? ["Sign in", "Open the address and type your email address: a code is sent to it."]
      : ["Sign in", "Open the address and type any email address: the code is filled in for you."],
    ...(outboxUrl === undefined ? [] : [["Mail", `Nothing is sent. It is shown at ${outboxUrl}`]]),
    ["Data", toDatabase(config)],
    ["Stop", "Ctrl+C"],
  ];
  const lines = rows.map(([name = "", text = ""]) => `  ${name.padEnd(9)}${text}`);
  return ["", ...lines, ""].join("\n");
}

function toDatabase({ databaseUrl, dataDir }: Told): string {
  return databaseUrl === undefined
    ? `its own database in ${dataDir}`
    : "the PostgreSQL of DATABASE_URL";
}
