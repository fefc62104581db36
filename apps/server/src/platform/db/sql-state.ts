/** Five capitals and digits, at least one digit among them: the codes of the system (EPIPE) have none. */
const SQL_STATE = /^(?=.*\d)[0-9A-Z]{5}$/;

/** Serialization failure and deadlock. */
const CONFLICTS: ReadonlySet<string> = new Set(["40001", "40P01"]);

/** The SQLSTATE with which PostgreSQL refused something; empty for every other error. */
export function sqlStateOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && SQL_STATE.test(code) ? code : "";
}

/** Other transactions were in the way: the same statement may succeed at once. */
export function isConflict(error: unknown): boolean {
  return CONFLICTS.has(sqlStateOf(error));
}
