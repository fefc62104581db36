import type { Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";

export * from "#server/features/threads/threads.queries.ts";

/** Nobody answers here: there is nothing to read. */
export function readFollowedIn(tx: Tx): Promise<boolean> {
  return handleOf(tx).run(() => false);
}
