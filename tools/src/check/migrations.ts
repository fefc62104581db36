import { isSourcePath, type Repository } from "./repository.ts";

/** Who may write a table: a feature (`rooms`) or a platform module (`platform/jobs`), and others with a reason. */
export interface Table {
  readonly name: string;
  readonly owner: string | undefined;
  readonly alsoWrittenBy: readonly string[];
  readonly where: string;
}

/** A function of the database: what it writes counts as written by its owner. */
interface Routine {
  readonly name: string;
  readonly owner: string | undefined;
  readonly body: string;
  readonly where: string;
}

export interface Schema {
  readonly tables: ReadonlyMap<string, Table>;
  readonly routines: readonly Routine[];
}

const CREATED =
  /^create (?:unlogged )?table (?:if not exists )?(?:public\.)?"?(?<table>\w+)"?|^create (?:or replace )?(?:function|procedure) (?:public\.)?"?(?<routine>\w+)"?|^drop table (?:if exists )?(?:public\.)?"?(?<dropped>\w+)"?|^alter table (?:if exists )?(?:public\.)?"?(?<renamed>\w+)"? rename to "?(?<name>\w+)"?|^alter table (?:if exists )?(?:public\.)?"?(?<altered>\w+)"?/gim;

/** The comment lines that stand right above an offset, as one text. */
function commentAbove(sql: string, offset: number): string {
  const lines = sql.slice(0, offset).split("\n").slice(0, -1);
  const first = lines.findLastIndex((line) => !line.startsWith("--")) + 1;
  return lines.slice(first).join("\n");
}

function ownership(comment: string): Pick<Table, "owner" | "alsoWrittenBy"> {
  const owner = /^-- owner: ([a-z/-]+)$/m.exec(comment)?.[1];
  const others = comment.matchAll(/^-- also written by ([a-z/-]+): \S+ \S+/gm);
  return { owner, alsoWrittenBy: [...others].map((match) => match[1] ?? "") };
}

function bodyAfter(sql: string, offset: number): string {
  const rest = sql.slice(offset);
  const quote = /\$\w*\$/.exec(rest);
  if (!quote) return "";
  const start = quote.index + quote[0].length;
  return rest.slice(start, rest.indexOf(quote[0], start)).replaceAll(/--.*/g, "");
}

/** The tables and routines as they are after the last migration and with the objects, each with its owner from the comment above it. */
export function readSchema(repository: Repository): Schema {
  const tables = new Map<string, Table>();
  const routines = new Map<string, Routine>();
  const paths = repository.paths.filter((path) =>
    /^apps\/server\/(migrations|objects)\/.*\.sql$/.test(path),
  );
  for (const path of paths) {
    const sql = repository.read(path);
    for (const match of sql.matchAll(CREATED)) {
      const { table, routine, dropped, renamed, name, altered } = match.groups ?? {};
      const where = `${path}:${sql.slice(0, match.index).split("\n").length}`;
      const owned = ownership(commentAbove(sql, match.index));
      if (table) tables.set(table, { name: table, ...owned, where });
      if (routine) {
        const body = bodyAfter(sql, match.index);
        routines.set(routine, { name: routine, owner: owned.owner, body, where });
      }
      // A table may go over to another feature.
      const known = altered ? tables.get(altered) : undefined;
      if (known && owned.owner) tables.set(known.name, { ...known, ...owned });
      const before = renamed ? tables.get(renamed) : undefined;
      if (before && name) tables.set(name, { ...before, name });
      tables.delete(dropped ?? renamed ?? "");
    }
  }
  return { tables, routines: [...routines.values()] };
}

/** The source files that can hold statements. */
export function statementPaths(repository: Repository): string[] {
  return repository.paths.filter(
    (path) =>
      path.startsWith("apps/server/src/") && isSourcePath(path) && !path.endsWith(".test.ts"),
  );
}
