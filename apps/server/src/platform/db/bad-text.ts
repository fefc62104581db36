import { sqlStateOf } from "./sql-state.ts";

const badTextStates: ReadonlySet<string> = new Set(["22021", "22P05"]);

/** Text that PostgreSQL cannot hold (a NUL, half a surrogate pair) came from outside, whichever field it was in. */
export function isBadText(error: unknown): boolean {
  return badTextStates.has(sqlStateOf(error));
}
