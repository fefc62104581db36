import { sql, type RawBuilder } from "kysely";

/** Ids as one parameter: `= any (…)`. */
export function uuidList(ids: readonly string[]): RawBuilder<unknown> {
  return sql`${[...ids]}::uuid[]`;
}
