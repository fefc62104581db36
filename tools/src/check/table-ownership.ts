import type { Outcome } from "./check.ts";
import { readSchema, type Schema, statementPaths, type Table } from "./migrations.ts";
import { serverFeatures } from "./names.ts";
import type { Repository } from "./repository.ts";

interface Write {
  readonly table: string;
  readonly offset: number;
}

/** `$` stands for a table name that is not written out. */
const SQL_WRITE =
  /\b(?:insert\s+into|update(?:\s+only)?|delete\s+from(?:\s+only)?|merge\s+into|truncate(?:\s+table)?|copy)\s+(?:public\.)?"?(\w+|\$)/gi;
const KYSELY_WRITE =
  /\.(?:insertInto|replaceInto|updateTable|deleteFrom|mergeInto)\(\s*(?:["'`](?:public\.)?(\w+)|([^\s"'`]))/g;

function writesIn(code: string): Write[] {
  const sql = [...code.matchAll(SQL_WRITE)].map((match) => ({
    table: match[1] ?? "$",
    offset: match.index,
    // `for update $lock`, `on conflict do update $set`: a clause, not a statement.
    isClause: match[1] === "$" && /^update/i.test(match[0]),
  }));
  const kysely = [...code.matchAll(KYSELY_WRITE)].map((match) => ({
    table: match[1] ?? "$",
    offset: match.index,
    isClause: false,
  }));
  return [...sql, ...kysely].filter((write) => !write.isClause);
}

/** The owner whose code a file is: a feature, a platform module, or nobody. */
function ownerOf(path: string): string | undefined {
  const feature = /\/src\/features\/([^/]+)\/(?:.+\/)?[^/]+\.queries\.ts$/.exec(path)?.[1];
  const platform = /\/src\/(platform\/[^/]+)\//.exec(path)?.[1];
  return feature ?? platform;
}

function mayWrite(table: Table, writer: string | undefined): boolean {
  if (writer === "platform/db") return true;
  return writer !== undefined && (table.owner === writer || table.alsoWrittenBy.includes(writer));
}

function ownerFindings({ tables, routines }: Schema): string[] {
  const isKnown = (owner: string): boolean =>
    serverFeatures.has(owner) || /^platform\/[a-z-]+$/.test(owner);
  return [...tables.values(), ...routines].flatMap(({ name, owner, where }) => {
    if (owner === undefined)
      return [`${where} ${name} has no line \`-- owner: <feature>\` right above it`];
    return isKnown(owner) ? [] : [`${where} ${name} is owned by ${owner}, which is no feature`];
  });
}

/** Any feature may read a table; only its owner's queries write it. */
export function checkTableOwnership(repository: Repository): Outcome {
  const schema = readSchema(repository);
  const findings = ownerFindings(schema);
  const judge = (where: string, writer: string | undefined, write: Write): void => {
    const table = schema.tables.get(write.table);
    if (write.table === "$" && writer !== "platform/db") {
      findings.push(
        `${where} writes a table whose name is not written out, so that nobody can see whose it is`,
      );
    } else if (table && !mayWrite(table, writer)) {
      const owner = table.owner?.startsWith("platform/")
        ? table.owner
        : `the queries of ${table.owner}`;
      findings.push(`${where} writes ${table.name}, which only ${owner} may do`);
    }
  };
  const paths = statementPaths(repository);
  for (const path of paths) {
    const source = repository.parse(path);
    for (const write of writesIn(source.code)) {
      judge(`${path}:${source.lineOf(write.offset)}`, ownerOf(path), write);
    }
  }
  for (const { name, owner, body, where } of schema.routines) {
    for (const write of owner ? writesIn(body) : []) judge(`${where} ${name}`, owner, write);
  }
  return { findings, extent: `${schema.tables.size} tables, ${paths.length} files` };
}
