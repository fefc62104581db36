import type { SessionId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";

export interface AuditRow {
  readonly at: Date;
  readonly kind: string;
  readonly workspaceId: WorkspaceId | null;
  readonly actorId: UserId | null;
  readonly sessionId: SessionId | null;
  readonly address: string | null;
  readonly details: Readonly<Record<string, string | number | boolean>>;
}

export async function insertAuditEvent(tx: Tx, row: AuditRow): Promise<void> {
  await sql`
    insert into audit_events (at, kind, workspace_id, actor_id, session_id, address, details)
    values (${row.at}, ${row.kind}, ${row.workspaceId}, ${row.actorId}, ${row.sessionId}, ${row.address},
      ${JSON.stringify(row.details)}::jsonb)`.execute(tx);
}
