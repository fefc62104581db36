import { createHash, randomUUIDv7 } from "node:crypto";
import { countContentWords, readContent, type DocumentContent } from "@colbin/documents";
import type { DocumentId, UserId, VersionId } from "@colbin/protocol";
import { applyUpdate, Doc } from "yjs";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Logger } from "#server/platform/log/log.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { findState, holdState } from "./states.queries.ts";
import {
  deleteSuperseded,
  findEditingSince,
  findLastVersion,
  insertVersion,
  listLeftDocuments,
  listThinnable,
  moveEditors,
  updateVersionName,
  upsertEditors,
  type VersionOrigin,
} from "./versions.queries.ts";
import { isVersionDue, LEFT_MS, listSuperseded, THINNED_FROM_MS } from "./versions.rules.ts";

interface KeptVersion {
  readonly kind: VersionOrigin;
  readonly content: DocumentContent;
  readonly at: Date;
}

/**
 * Keeps what stands in a document, which the transaction holds, with those who have written since the last version. What that one holds
 * already is not kept twice: it takes the name, unless it has one.
 */
export async function keepVersion(
  tx: Tx,
  documentId: DocumentId,
  { kind, content, name, at }: KeptVersion & { readonly name?: string },
): Promise<VersionId> {
  const json = JSON.stringify(content);
  const digest = createHash("sha256").update(json).digest();
  const last = await findLastVersion(tx, documentId);
  if (last?.digest.equals(digest) && (name === undefined || last.name === null)) {
    if (name !== undefined) await updateVersionName(tx, documentId, last.id, name);
    // Writers since then have left nothing that is different.
    await moveEditors(tx, documentId, undefined);
    return last.id;
  }
  const id = randomUUIDv7() as VersionId;
  const words = countContentWords(content);
  await insertVersion(tx, documentId, {
    id,
    kind,
    name: name ?? null,
    content: json,
    digest,
    words,
    at,
  });
  await moveEditors(tx, documentId, id);
  return id;
}

export interface WantedVersion extends KeptVersion {
  /** Writers before it. */
  readonly by: readonly UserId[];
}

/** News of the editors of a document since it was last stored. */
export interface EditingNews {
  /** Versions that were asked for, in their order. */
  readonly wanted: readonly WantedVersion[];
  /** Writers after them. */
  readonly by: readonly UserId[];
}

/** Notes who wrote, and keeps the versions that were asked for; one more after five minutes of editing. */
export async function keepEditing(
  tx: Tx,
  documentId: DocumentId,
  { wanted, by }: EditingNews,
  { now, read }: { readonly now: Date; readonly read: () => DocumentContent },
): Promise<void> {
  for (const version of wanted) {
    await upsertEditors(tx, documentId, version.by, version.at);
    await keepVersion(tx, documentId, version);
  }
  if (by.length === 0) return;
  await upsertEditors(tx, documentId, by, now);
  const since = await findEditingSince(tx, documentId);
  if (since && isVersionDue(since, now))
    await keepVersion(tx, documentId, { kind: "auto", content: read(), at: now });
}

interface KeepingDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Keeps what was written since the last version as it is in the database: the editing has ended. */
export async function keepEnd({ db, clock }: KeepingDeps, documentId: DocumentId): Promise<void> {
  await runTransaction(db, async (tx) => {
    const held = await holdState(tx, documentId);
    if (held === undefined || !(await findEditingSince(tx, documentId))) return;
    const stored = await findState(tx, documentId);
    if (!stored) return;
    const doc = new Doc();
    applyUpdate(doc, stored.state);
    const content = readContent(doc);
    await keepVersion(tx, documentId, { kind: "auto", content, at: clock.now() });
  });
}

const PORTION = 100;

/** Keeps what was written where no process was left to do so when the editing ended. A document that fails holds up no other one. */
export async function keepLeft(deps: KeepingDeps & { readonly log: Logger }): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - LEFT_MS);
  for (let after: DocumentId | undefined; ;) {
    const left = await listLeftDocuments(deps.db, before, { after, limit: PORTION });
    for (const id of left)
      await keepEnd(deps, id).catch((error: unknown) =>
        deps.log.error({ err: error, document: id }, "A version is not kept yet"),
      );
    after = left.at(-1);
    if (left.length < PORTION) return;
  }
}

/** Thins out versions without a name: all for 7 days, then one a day, after 90 days one a week. In portions of documents. */
export async function thinVersions({ db, clock }: KeepingDeps): Promise<void> {
  const now = clock.now();
  const before = new Date(now.getTime() - THINNED_FROM_MS);
  for (let after: DocumentId | undefined; ;) {
    const rows = await listThinnable(db, before, { after, limit: PORTION });
    const byDocument = Map.groupBy(rows, ({ documentId }) => documentId);
    const superseded = [...byDocument.values()].flatMap((each) => listSuperseded(each, now));
    if (superseded.length > 0) await deleteSuperseded(db, superseded);
    after = rows.at(-1)?.documentId;
    if (byDocument.size < PORTION) return;
  }
}
