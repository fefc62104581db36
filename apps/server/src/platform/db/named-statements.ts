import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from "kysely";
import { DatabaseError, type Pool, type PoolClient, type QueryResultRow } from "pg";

/*
 * Statements of the query builder under names of their texts, so that each connection parses and plans them once: to plan the
 * views of membership anew takes PostgreSQL five to ten times as long as to read them. A name lives as long as its connection,
 * so a pooler in front needs pool_mode=session, as it does for the writer.
 */

/** Texts that get a name; the product has about half as many. One more is planned each time, as without a name. */
const MAX_NAMES = 1_000;
/** Feature not supported: here, that a statement has other columns than when it was prepared. */
const COLUMNS_CHANGED = "0A000";

/** The pool as the query builder takes it: each connection plans a statement with values once. */
export function withNamedStatements(pool: Pool): PostgresPool {
  const names = new StatementNames();
  // The query builder knows a connection again by its object.
  const clients = new WeakMap<PoolClient, NamingClient>();
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? new NamingClient(client, names);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

class StatementNames {
  readonly #names = new Map<string, string>();
  #count = 0;

  /** The same text has the same name; undefined when there are too many texts. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= MAX_NAMES) return known;
    this.#count += 1;
    const name = `s${this.#count}`;
    this.#names.set(text, name);
    return name;
  }

  /** The text gets another name with its next use, and so another plan on every connection. */
  forget(text: string): void {
    this.#names.delete(text);
  }
}

class NamingClient implements PostgresPoolClient {
  readonly #client: PoolClient;
  readonly #names: StatementNames;

  constructor(client: PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== "string") throw new Error("The query builder is given no cursors");
    const name = values.length === 0 ? undefined : this.#names.of(text);
    return name === undefined
      ? this.#client.query(text, [...values])
      : this.#queryNamed({ name, text, values: [...values] });
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy);
  }

  async #queryNamed(statement: { name: string; text: string; values: unknown[] }) {
    try {
      return await this.#client.query<QueryResultRow>(statement);
    } catch (error) {
      // A newer server has migrated the database meanwhile.
      const isStale = error instanceof DatabaseError && error.code === COLUMNS_CHANGED;
      if (isStale) this.#names.forget(statement.text);
      throw error;
    }
  }
}
