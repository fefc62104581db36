/*
 * Which errors mean "the database cannot be reached just now", so that callers get DB_UNAVAILABLE and try again, rather than
 * a defect of ours.
 */

const systemCodes: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);

/**
 * Connection exceptions, no resources left (connections, memory, disk), shutting down, crashed, starting, fallen to standby;
 * what only the moment decided: a deadlock, a serialization failure, a lock or a statement that took too long; and a prepared
 * statement that a pooler has kept for somebody else.
 */
const sqlStates = /^(08...|53...|57P0[1-5]|25006|40001|40P01|55P03|57014|26000)$/;

/** The driver gives these no code, but the last, whose code others have: a migration changed the columns of a prepared statement. */
const messages =
  /^(Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable|Cannot use a pool after calling end on the pool|cached plan must not change result type)/;

/** True when the same call may succeed once the database is back. Says nothing about whether a write has happened. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (messages.test(error.message)) return true;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === "string") {
    // The socket of an embedded database that is being started again.
    if (code === "ENOENT") return syscall === "connect";
    return systemCodes.has(code) || sqlStates.test(code);
  }
  return error instanceof AggregateError
    ? error.errors.some(isUnavailable)
    : isUnavailable(error.cause);
}
