import { randomBytes } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import type { DatabaseLog } from "#server/platform/db/database-log.ts";
import { connectDatabase, type Database } from "#server/platform/db/database.ts";
import { silentLog } from "./silent-log.ts";

const POOL_SIZE = 10;

/** A migrated database of its own for one test file; closing it drops it. */
export async function createTestDatabase(log: DatabaseLog = silentLog): Promise<Database> {
  const { template } = inject("databaseServer");
  return createDatabaseFrom(template, log);
}

/** The same without tables, for tests of the migrations themselves. */
export async function createEmptyDatabase(log: DatabaseLog = silentLog): Promise<Database> {
  return createDatabaseFrom("template0", log);
}

async function createDatabaseFrom(template: string, log: DatabaseLog): Promise<Database> {
  const { connection } = inject("databaseServer");
  const name = `test_${randomBytes(6).toString("hex")}`;
  await runAsSuperuser(`create database ${name} template ${template} owner ${connection.user}`);
  return connectDatabase({ ...connection, database: name }, POOL_SIZE, log, () =>
    runAsSuperuser(`drop database ${name} with (force)`),
  );
}

async function runAsSuperuser(statement: string): Promise<void> {
  const client = new Client(inject("databaseServer").superuser);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
