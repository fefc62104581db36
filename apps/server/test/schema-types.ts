import { generate, PostgresDialect } from "kysely-codegen";
import { connectDatabase, type Db } from "#server/platform/db/database.ts";
import { startThrowAway } from "#server/platform/db/embedded/throw-away.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { silentLog } from "./silent-log.ts";

/** The types of all tables of a migrated database. The mapping follows platform/db/value-parsers.ts. */
export function describeTables(db: Db): Promise<string> {
  return generate({
    db,
    dialect: new PostgresDialect(),
    excludePattern: "schema_{migrations,objects}",
    outFile: null,
    typeMapping: { int8: "number", date: "string" },
    typeOnlyImports: true,
  });
}

/** The same for the migrations as they lie there, applied to a database that is thrown away. */
export async function describeMigrations(): Promise<string> {
  const embedded = await startThrowAway(silentLog);
  const database = await connectDatabase(embedded.connection, 4, silentLog, embedded.stop);
  try {
    await migrate(database.pool);
    return await describeTables(database.kysely);
  } finally {
    await database.close();
  }
}
