import { pipeline, Readable } from "node:stream";
import {
  AUDIT_CSV_ROWS_MAX,
  type AuditFacts,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { FileReply } from "#server/platform/http/handler.ts";
import { toPage } from "#server/platform/http/page.ts";
import { recordAct } from "./audit.service.ts";
import {
  countAuditOf,
  listAuditOf,
  type AuditFilter,
  type AuditReader,
  type AuditRow,
} from "./audit.queries.ts";
import { createCsv, toAuditEntry, toCsvCut, toCsvRow } from "./audit.view.ts";

export interface AuditReadDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** The door of organizations, which themselves record what happens in them: only for those who lead one. */
  readonly requireLeading: (db: Db, actor: Actor, orgId: WorkspaceId) => Promise<unknown>;
}

const CSV_PORTION = 1_000;

/** By page, the newest first; for OWNER and ADMIN (rules-identity 85). */
export async function listAudit(
  { db, requireLeading }: AuditReadDeps,
  actor: Actor,
  orgId: WorkspaceId,
  query: AuditFilter & { readonly page: number; readonly limit: number },
): Promise<ReplyOf<"listAudit">> {
  await requireLeading(db, actor, orgId);
  const { page, limit } = query;
  const reader = { workspaceId: orgId, userId: actor.userId };
  const rows = await listAuditOf(db, reader, query, { offset: (page - 1) * limit, limit });
  return toPage(rows.map(toAuditEntry), query, await countAuditOf(db, orgId, query));
}

/**
 * The newest rows as CSV, read in portions while they are sent; its last line says where there are older ones. For OWNER and ADMIN,
 * who are recorded as well (rules-identity 84, 85).
 */
export async function exportAudit(
  { db, clock, requireLeading }: AuditReadDeps,
  actor: Actor,
  orgId: WorkspaceId,
  filter: AuditFilter,
): Promise<FileReply> {
  await requireLeading(db, actor, orgId);
  const now = clock.now();
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  const about = { workspaceId: orgId, details: Object.fromEntries(asked) as AuditFacts };
  await runTransaction(db, (tx) =>
    recordAct(tx, actor, { ...about, at: now, kind: "audit exported" }),
  );
  const reader = { workspaceId: orgId, userId: actor.userId };
  const rows = Readable.from(readCsvRows(db, reader, filter));
  // Whatever fails ends the answer, which its reader sees; the log has the cause (Fastify).
  const content = pipeline(rows, createCsv(), () => undefined);
  return { name: `audit-${now.toISOString().slice(0, 10)}.csv`, content };
}

async function* readCsvRows(db: Db, reader: AuditReader, filter: AuditFilter) {
  let after: AuditRow | undefined;
  for (let read = 0; read < AUDIT_CSV_ROWS_MAX; read += CSV_PORTION) {
    const place = after ? { after } : { offset: 0 };
    const rows = await listAuditOf(db, reader, filter, { ...place, limit: CSV_PORTION });
    for (const row of rows) yield toCsvRow(row);
    after = rows.at(-1);
    if (rows.length < CSV_PORTION) return;
  }
  const more = after && (await listAuditOf(db, reader, filter, { after, limit: 1 }));
  if (more?.length) yield toCsvCut();
}
