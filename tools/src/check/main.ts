/** `npm run check`: everything that can be judged without a database. `main.ts [--json FILE] [NAME...]` */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkBuild } from "./bundle.ts";
import type { Check } from "./check.ts";
import { checkComments } from "./comments.ts";
import { checkCalls, checkEnumerations, checkGeneratedDocs } from "./contract.ts";
import { checkDependencies } from "./dependencies.ts";
import { checkDirections, readAliases } from "./directions.ts";
import { checkDocs } from "./docs.ts";
import { checkExports } from "./exports.ts";
import { checkFormat, checkLint, checkTypes, checkUnusedCode } from "./installed-tools.ts";
import { checkNames } from "./names.ts";
import { openRepository } from "./repository.ts";
import { runChecks } from "./runner.ts";
import { checkSamples } from "./samples.ts";
import { checkSchemaChanges } from "./schema-changes.ts";
import { checkSizes } from "./sizes.ts";
import { checkSuppressions, readAllowedCount } from "./suppressions.ts";
import { checkTableOwnership } from "./table-ownership.ts";

const checks: readonly Check[] = [
  { name: "format", run: checkFormat },
  { name: "lint", run: checkLint },
  { name: "types", run: checkTypes },
  { name: "unused", run: checkUnusedCode },
  { name: "directions", run: (repository) => checkDirections(repository, readAliases(repository)) },
  { name: "names", run: checkNames },
  { name: "exports", run: checkExports },
  { name: "sizes", run: checkSizes },
  { name: "comments", run: checkComments },
  {
    name: "suppressions",
    run: (repository) => checkSuppressions(repository, readAllowedCount(repository)),
  },
  { name: "ownership", run: checkTableOwnership },
  { name: "schema-changes", run: checkSchemaChanges },
  { name: "fixtures", run: checkSamples },
  { name: "enumerations", run: checkEnumerations },
  { name: "calls", run: checkCalls },
  { name: "generated-docs", run: checkGeneratedDocs },
  { name: "docs", run: checkDocs },
  { name: "dependencies", run: checkDependencies },
  { name: "build", run: checkBuild },
];

const { values, positionals } = parseArgs({
  options: { json: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !checks.some((check) => check.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no check ${unknown.join(", ")}. The checks are: ${checks.map(({ name }) => name).join(", ")}`,
  );
  process.exit(1);
}
const chosen = checks.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const repository = openRepository(fileURLToPath(new URL("../../..", import.meta.url)));
const counts = await runChecks(chosen, repository, {
  print: (line) => console.log(line),
  areNamed: positionals.length > 0,
});
if (values.json) writeFileSync(values.json, `${JSON.stringify(counts)}\n`);
console.log(`${counts.passed} passed, ${counts.failed} failed`);
process.exitCode = counts.failed > 0 ? 1 : 0;
