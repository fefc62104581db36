import type { RoomId } from "@colbin/protocol";
import type { Pool } from "pg";
import type { DedicatedConnection } from "#server/platform/db/dedicated-connection.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Owner } from "./scheduler.ts";
import type { Store, Work } from "./store.ts";

/** What the models of the queries use of a connection, inside and outside of a transaction. */
export interface Handle {
  readonly store: Store;
  readonly node: Owner;
  /** The transaction, where there is one. */
  readonly work: Work | undefined;
  /** A statement; inside a transaction it may first take a room's lock. */
  run<T>(statement: () => T, lock?: RoomId): Promise<T>;
}

class Transaction implements Handle {
  readonly store: Store;
  readonly node: Owner;
  readonly work: Work;

  constructor(store: Store, node: Owner) {
    this.store = store;
    this.node = node;
    this.work = store.begin(node);
  }

  run<T>(statement: () => T, lock?: RoomId): Promise<T> {
    return this.store.within(this.work, statement, lock);
  }

  getExecutor(): never {
    throw new Error("This query has no model yet: write one in test/simulation/model");
  }
}

/** The database as one process has it: takes the place of Kysely and of the pool, whose queries are all modelled. */
class ProcessDatabase implements Handle, DedicatedConnection {
  readonly store: Store;
  readonly node: Owner;
  readonly work = undefined;

  constructor(store: Store, node: Owner) {
    this.store = store;
    this.node = node;
  }

  run<T>(statement: () => T): Promise<T> {
    return this.store.statement(this.node, statement);
  }

  query(): never {
    return this.getExecutor();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Kysely asks for it when a real query runs. */
  getExecutor(): never {
    throw new Error("This query has no model yet: write one in test/simulation/model");
  }

  transaction(): { execute<T>(run: (tx: Tx) => Promise<T>): Promise<T> } {
    const { store, node } = this;
    return {
      async execute(run) {
        const tx = new Transaction(store, node);
        try {
          const result = await run(tx as unknown as Tx);
          await store.commit(tx.work);
          return result;
        } catch (error) {
          store.rollback(tx.work);
          throw error;
        }
      },
    };
  }
}

export interface SimulatedDatabase {
  readonly kysely: Db;
  readonly pool: Pool;
  /** A connection of the writer's own. */
  readonly connect: () => DedicatedConnection;
}

export function openDatabase(store: Store, node: Owner): SimulatedDatabase {
  const database = new ProcessDatabase(store, node);
  return {
    kysely: database as unknown as Db,
    pool: database as unknown as Pool,
    connect: () => database,
  };
}

/** The simulated connection behind what the features pass around. */
export function handleOf(db: unknown): Handle {
  if (db instanceof ProcessDatabase || db instanceof Transaction) return db;
  throw new Error("A query of the simulation got a database that is none of its own");
}
