import type { Tx } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";

export * from "#server/features/audit/audit.queries.ts";

/** Nobody reads the audit here; it is a statement like any other. */
export function insertAuditEvent(tx: Tx): Promise<void> {
  return handleOf(tx).run(() => undefined);
}
