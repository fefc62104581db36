import type { FileId, FileStatus, MessageId } from "@colbin/protocol";
import { recordAudit } from "#server/features/audit/audit.service.ts";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { actOnEach, readDue } from "#server/platform/jobs/each.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import type { Logger } from "#server/platform/log/log.ts";
import {
  ScannerAway,
  ScannerUnreachable,
  type Scanner,
  type Verdict,
} from "#server/platform/scanning/clamd.ts";
import { findAnyFile } from "./files.queries.ts";
import { tellShowing, type FileDeps } from "./files.service.ts";
import { scanJob, settledJob } from "./kinds.jobs.ts";
import { addPicture, type PictureDeps } from "./pictures.service.ts";
import {
  deleteScan,
  insertScan,
  isThreat,
  isWaiting,
  listWaiting,
  lockWaiting,
  setThreat,
  settleFiles,
  type FilesChange,
  type SettledFile,
  type Waiting,
} from "./scanning.queries.ts";

/*
 * The virus scan (rules-collab 36). A verdict is one on a blob, and settles all files of it: what is found in one of them is found in
 * all. A file is not served, and nothing is made of it, before it is settled.
 */

export interface ScanDeps extends FileDeps, PictureDeps {
  readonly jobs: Jobs;
  readonly log: Pick<Logger, "error" | "warn">;
  readonly fileScan: "off" | "optional" | "required";
  /** Where files are scanned. */
  readonly scanner?: Scanner | undefined;
}

/** The result of a look at a blob. */
type Outcome =
  | Verdict
  /** There is no verdict yet. */
  | { readonly kind: "away" }
  /** The operator has turned the scan off since. */
  | { readonly kind: "off" };

/** A blob that a job of its own has not settled by then is looked at with all others that wait. */
const JOB_PATIENCE_MS = 60_000;
/** Messages that were being sent at the moment of the verdict stand by then: most of them soon, all of them later. */
const AGAIN_MS = [500, 5_000];
/** Files that one job tells of. */
const PORTION = 200;

/** The state of a file that is made in this transaction: the scan follows after it. */
export async function beginScan(
  tx: Tx,
  { fileScan, jobs }: Pick<ScanDeps, "fileScan" | "jobs">,
  { sha256, now }: { readonly sha256: string; readonly now: Date },
): Promise<FileStatus> {
  if (fileScan === "off") return "ready";
  await insertScan(tx, sha256, now);
  await jobs.enqueue(tx, scanJob, { sha256 });
  return "scanning";
}

/** Scans a blob that waits for it and settles its files. Throws where it still waits: it is to be tried again. */
export async function scanBlob(deps: ScanDeps, sha256: string): Promise<void> {
  if (!(await isWaiting(deps.db, sha256))) return;
  const { scanner, fileStore } = deps;
  if (!scanner) return settle(deps, sha256, { kind: "off" });
  try {
    await settle(deps, sha256, await scanner.scan(() => fileStore.read({ sha256 })));
  } catch (error) {
    if (error instanceof ScannerAway && deps.fileScan === "optional")
      await settle(deps, sha256, { kind: "away" });
    throw error;
  }
}

/** All that waits for longer than its own job tries: clamd was away, or the operator has turned the scan off. */
export async function scanWaiting(deps: ScanDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - JOB_PATIENCE_MS);
  const waiting = readDue<Waiting>((after, limit) =>
    listWaiting(deps.db, { before, after, limit }),
  );
  let away: ScannerAway | undefined;
  let isUnreachable = false;
  await actOnEach(waiting, async ({ sha256 }) => {
    // The others need no look to be known as waiting.
    if (isUnreachable) return;
    await scanBlob(deps, sha256).catch((error: unknown) => {
      if (!(error instanceof ScannerAway)) throw error;
      away = error;
      isUnreachable = error instanceof ScannerUnreachable;
    });
  });
  if (away) deps.log.warn({ err: away }, "Files wait for the virus scan");
}

/** The change of the files of a blob, and of which of them. */
function toChange({ kind }: Outcome, fileScan: ScanDeps["fileScan"]): FilesChange {
  if (kind === "found") return { from: unsettled, status: "quarantined", isUnscanned: false };
  if (kind === "clean") return { from: unsettled, status: "ready", isUnscanned: false };
  const from = ["scanning"] as const;
  if (kind === "too large" && fileScan === "required")
    return { from, status: "failed", isUnscanned: false };
  return { from, status: "ready", isUnscanned: true };
}

/** States that a verdict ends, also of files that came before the scan, or that it gave no verdict on. */
const unsettled = ["scanning", "ready", "failed"] as const;

async function settle(deps: ScanDeps, sha256: string, outcome: Outcome): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    if (!(await lockWaiting(tx, sha256))) return;
    const files = await settleFiles(tx, sha256, toChange(outcome, deps.fileScan));
    if (outcome.kind !== "away") await deleteScan(tx, sha256);
    if (outcome.kind === "found") {
      const { threat } = outcome;
      await setThreat(tx, sha256, threat);
      for (const file of files) await report(tx, deps, file, { sha256, threat });
    }
    const ids = files.map(({ id }) => id);
    // Of a threat the bytes go, also where no file has them any more.
    for (let at = 0; at < ids.length || (at === 0 && outcome.kind === "found"); at += PORTION) {
      const fileIds = ids.slice(at, at + PORTION);
      await deps.jobs.enqueue(tx, settledJob, { sha256, fileIds });
    }
  });
}

/** The owner of a file is told that it was malware, and its workspace has it in the audit log. */
async function report(
  tx: Tx,
  deps: Pick<ScanDeps, "clock" | "jobs">,
  { id: fileId, workspaceId, ownerId, roomId, name }: SettledFile,
  found: { readonly sha256: string; readonly threat: string },
): Promise<void> {
  const { threat } = found;
  await recordAudit(tx, {
    at: deps.clock.now(),
    kind: "file quarantined",
    workspaceId,
    target: { type: "user", id: ownerId },
    details: { fileId, name, ...found, ...(roomId !== null && { roomId }) },
  });
  await notify(tx, deps, {
    type: "FILE_QUARANTINED",
    userId: ownerId,
    actorId: null,
    cause: fileId,
    facts: { workspaceId, fileId, name, threat },
  });
}

interface Settled {
  readonly sha256?: string | undefined;
  readonly fileIds: readonly FileId[];
  readonly told?: readonly MessageId[] | undefined;
  readonly looks?: number | undefined;
}

/**
 * After a verdict the bytes of a threat go, pictures are made of what is safe, and the rooms are told; again moments later for
 * messages that were being sent meanwhile, with the file as it was.
 */
export async function tellSettled(
  deps: ScanDeps,
  { sha256, fileIds, told: before, looks = 0 }: Settled,
): Promise<void> {
  const { db, clock, fileStore, jobs } = deps;
  if (sha256 !== undefined && (await isThreat(db, sha256))) await fileStore.remove(sha256);
  const told = new Set(before);
  await actOnEach(fileIds, async (id) => {
    const file = await findAnyFile(db, id);
    if (!file) return;
    await addPicture(deps, file);
    await tellShowing(deps, id, told);
  });
  const { [looks]: pauseMs } = AGAIN_MS;
  if (sha256 === undefined || fileIds.length === 0 || pauseMs === undefined) return;
  const startAfter = new Date(clock.now().getTime() + pauseMs);
  const again = { sha256, fileIds: [...fileIds], told: [...told], looks: looks + 1 };
  await jobs.enqueue(db, settledJob, again, { startAfter });
}
