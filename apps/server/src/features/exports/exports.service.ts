import type { ReplyOf } from "@colbin/protocol";
import { randomUUID } from "node:crypto";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { FileReply } from "#server/platform/http/handler.ts";
import { recordAct } from "../audit/audit.service.ts";
import { findAccountForChange } from "../users/accounts.service.ts";
import { openArchive, type ArchiveDeps } from "./archive.service.ts";
import { countExportsSince, hasExport, insertExport } from "./exports.queries.ts";

export interface ExportDeps extends ArchiveDeps {
  readonly clock: Clock;
}

const DAY_MS = 24 * 60 * 60_000;
const A_DAY = 2;

/** The right to download one's own data for a day; EXPORT_LIMIT_REACHED over two a day (rules-identity 51). */
export async function requestExport(
  { db, clock }: Pick<ExportDeps, "db" | "clock">,
  actor: Actor,
): Promise<ReplyOf<"requestExport">> {
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + DAY_MS);
  const id = randomUUID();
  const { userId } = actor;
  await runTransaction(db, async (tx) => {
    await findAccountForChange(tx, userId);
    const made = await countExportsSince(tx, userId, new Date(now.getTime() - DAY_MS));
    if (made >= A_DAY) throw new AppError("EXPORT_LIMIT_REACHED");
    await insertExport(tx, { id, userId, requestedAt: now, expiresAt });
    await recordAct(tx, actor, { at: now, kind: "export" });
  });
  return { id, expiresAt: expiresAt.toISOString() };
}

/** The archive; EXPORT_NOT_FOUND after a day, and for everybody else. */
export async function getExport(
  deps: ExportDeps,
  { userId }: Actor,
  id: string,
): Promise<FileReply> {
  const now = deps.clock.now();
  if (!(await hasExport(deps.db, userId, id, now))) throw new AppError("EXPORT_NOT_FOUND");
  const day = now.toISOString().slice(0, 10);
  const content = await openArchive(deps, userId);
  return { name: `${deps.productName.toLowerCase()}-${day}.zip`, content };
}
