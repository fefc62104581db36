import type { Db, Tx } from "./database.ts";
import { isUnavailable } from "./unavailable.ts";

/**
 * The database was unavailable before it was asked for a commit, so nothing of the transaction is left. Says nothing about what
 * the same call has committed before.
 */
export class RolledBack extends Error {
  constructor(cause: unknown) {
    super("The transaction was rolled back", { cause });
  }
}

/** Runs a transaction; RolledBack tells a failure that leaves nothing from one whose outcome is open. */
export async function runTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  let isCommitting = false;
  try {
    return await db.transaction().execute(async (tx) => {
      const result = await work(tx);
      isCommitting = true;
      return result;
    });
  } catch (error) {
    throw !isCommitting && isUnavailable(error) ? new RolledBack(error) : error;
  }
}
