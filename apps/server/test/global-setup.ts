import { inspect } from "node:util";
import { Client } from "pg";
import type { TestProject } from "vitest/node";
import type { DatabaseLog } from "#server/platform/db/database-log.ts";
import { connectDatabase } from "#server/platform/db/database.ts";
import type { DirectConnection, EmbeddedDatabase } from "#server/platform/db/embedded/embedded.ts";
import { startThrowAway } from "#server/platform/db/embedded/throw-away.ts";
import { migrate } from "#server/platform/db/migrate.ts";

/*
 * One database server for the whole run, and in it one migrated database that each test file copies (test/database.ts). Listed
 * under globalSetup of every project whose tests need a database.
 */

/** What test files get to know of the server. */
export interface TestServer {
  readonly connection: DirectConnection;
  readonly superuser: DirectConnection;
  readonly template: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    databaseServer: TestServer;
  }
}

const TEMPLATE = "colbin_template";
const log: DatabaseLog = {
  info: () => undefined,
  warn: () => undefined,
  error: (...parts: unknown[]) => process.stderr.write(`${inspect(parts)}\n`),
};

let server: EmbeddedDatabase | undefined;

/** Starts the server and prepares the template. */
export async function setup(project: TestProject): Promise<void> {
  server = await startThrowAway(log);
  await makeTemplate(server);
  const { connection, superuser } = server;
  project.provide("databaseServer", { connection, superuser, template: TEMPLATE });
}

/** Stops the server; nothing of it stays behind. */
export async function teardown(): Promise<void> {
  await server?.stop();
}

async function makeTemplate({ connection, superuser }: EmbeddedDatabase): Promise<void> {
  const client = new Client(superuser);
  await client.connect();
  await client.query(`create database ${TEMPLATE} owner ${connection.user} template template0`);
  await client.end();
  const database = await connectDatabase({ ...connection, database: TEMPLATE }, 2, log);
  await migrate(database.pool);
  await database.close();
}
