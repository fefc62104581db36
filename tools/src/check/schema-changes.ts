import type { Outcome } from "./check.ts";
import type { Repository } from "./repository.ts";

/** What was released before these rules; nobody edits it. */
const LAST_FREE = 35;

const OBJECT =
  /^create (?:or replace )?(?:recursive )?(view|function|procedure) (?:public\.)?"?(\w+)"?/gim;
const TABLE = /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?"?(\w+)"?/gim;
const INDEX =
  /^create (?:unique )?index (concurrently )?(if not exists )?"?(\w+)"?\s+on (?:only )?(?:public\.)?"?(\w+)"?/gim;

/** What a migration would block or hide: functions and views have files of their own, and an index on a table with rows is built concurrently. */
export function checkSchemaChanges(repository: Repository): Outcome {
  const paths = repository.paths.filter(
    (path) => Number(/^apps\/server\/migrations\/(\d{4})_/.exec(path)?.[1]) > LAST_FREE,
  );
  const objects = repository.paths.filter((path) => path.startsWith("apps/server/objects/"));
  return {
    findings: [
      ...paths.flatMap((path) => migrationFindings(path, repository.read(path))),
      ...objects.flatMap((path) => objectFindings(path, repository.read(path))),
    ],
    extent: `${paths.length} migrations, ${objects.length} objects`,
  };
}

function migrationFindings(path: string, sql: string): string[] {
  const made = new Set([...sql.matchAll(TABLE)].map((match) => match[1]));
  const objects = [...sql.matchAll(OBJECT)]
    // An index or a generated column keeps what an immutable function answered: a migration makes it, and no release changes it.
    .filter((match) => !/^[^;]*\bimmutable\b/i.test(sql.slice(match.index)))
    .map((match) => `${path} makes the ${match[1]} ${match[2]}, which belongs into objects/`);
  const indexes = [...sql.matchAll(INDEX)].flatMap((match) => {
    const [, concurrently, ifMissing, index = "", table] = match;
    if (!concurrently) {
      if (made.has(table)) return [];
      return `${path} builds ${index} while nobody can write to ${table}: see "An index" in CONTRIBUTING.md`;
    }
    const dropped = new RegExp(`^drop index concurrently if exists "?${index}"?;`, "im");
    const isRepeatable = dropped.test(sql.slice(0, match.index)) && !ifMissing;
    if (isRepeatable && sql.startsWith("-- no transaction\n")) return [];
    return `${path} leaves an invalid ${index} when it breaks off: see "An index" in CONTRIBUTING.md`;
  });
  return [...objects, ...indexes];
}

function objectFindings(path: string, sql: string): string[] {
  const made = [...sql.matchAll(OBJECT)].map((match) => match[2]);
  if (made.length === 1 && path === `apps/server/objects/${made[0]}.sql`) return [];
  return [
    `${path} makes ${made.join(", ") || "nothing"}, not the one function or view of its name`,
  ];
}
