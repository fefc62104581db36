import type { PoolClient } from "pg";
import type { Database } from "#server/platform/db/database.ts";

export interface Statement {
  readonly text: string;
  readonly values: unknown;
  /** The connection, whose other statements are of the same work until it is given back. */
  readonly by: PoolClient;
}

type Asked = string | Partial<Pick<Statement, "text" | "values">>;

/** What the server asked the database by its pools while something ran; work in the background is in it as well. */
export async function listStatements(
  { pool, lookups }: Database,
  run: () => Promise<unknown>,
): Promise<Statement[]> {
  const asked: Statement[] = [];
  const watched = new Set<PoolClient>();
  const watch = (client: PoolClient): void => {
    if (watched.has(client)) return;
    watched.add(client);
    const query = client.query.bind(client);
    client.query = ((...args: [Asked, ...unknown[]]) => {
      const [first, given] = args;
      const { text = "", values } = typeof first === "string" ? { text: first } : first;
      asked.push({ text, values: values ?? given, by: client });
      return Reflect.apply(query, client, args) as unknown;
    }) as typeof query;
  };
  for (const each of [pool, lookups]) each.on("acquire", watch);
  await run();
  for (const each of [pool, lookups]) each.off("acquire", watch);
  for (const client of watched) Reflect.deleteProperty(client, "query");
  return asked;
}
