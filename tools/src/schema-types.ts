import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describeMigrations } from "../../apps/server/test/schema-types.ts";

/*
 * Writes the types of all tables from the migrations; with --check only compares, and ends with code 1 when the types are
 * stale.
 */

const FILE = fileURLToPath(
  new URL("../../apps/server/src/platform/db/schema.generated.ts", import.meta.url),
);

const wanted = await describeMigrations();
if (!process.argv.includes("--check")) {
  writeFileSync(FILE, wanted);
} else if (readFileSync(FILE, "utf8") !== wanted) {
  console.error(
    "schema.generated.ts does not fit the migrations. Run: node tools/src/schema-types.ts",
  );
  process.exitCode = 1;
}
