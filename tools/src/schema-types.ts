import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { generate, PostgresDialect } from "kysely-codegen";
import { connectDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { startThrowAway } from "../../apps/server/src/platform/db/embedded/throw-away.ts";
import { migrate } from "../../apps/server/src/platform/db/migrate.ts";

/*
 * Writes the types of all tables from the migrations, applied to a database in a temporary folder; with --check only compares,
 * and ends with code 1 when the types are stale.
 */

const FILE = fileURLToPath(
  new URL("../../apps/server/src/platform/db/schema.generated.ts", import.meta.url),
);
const silent = { info: () => undefined, warn: () => undefined, error: console.error };

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const embedded = await startThrowAway(silent);
  const database = await connectDatabase(embedded.connection, 4, silent, embedded.stop);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** The mapping follows platform/db/value-parsers.ts: bigint is a number, date a string. */
async function generateTypes({ kysely, pool }: Database): Promise<string> {
  await migrate(pool);
  return generate({
    db: kysely,
    dialect: new PostgresDialect(),
    excludePattern: "schema_migrations",
    outFile: null,
    typeMapping: { int8: "number", date: "string" },
    typeOnlyImports: true,
  });
}

async function main(): Promise<void> {
  const wanted = await withDatabase(generateTypes);
  if (!process.argv.includes("--check")) {
    writeFileSync(FILE, wanted);
  } else if (readFileSync(FILE, "utf8") !== wanted) {
    console.error(
      "schema.generated.ts does not fit the migrations. Run: node tools/src/schema-types.ts",
    );
    process.exitCode = 1;
  }
}

if (import.meta.main) await main();
