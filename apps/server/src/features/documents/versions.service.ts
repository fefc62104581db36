import { compareContent, readContent, type DocumentContent } from "@colbin/documents";
import {
  NAMED_VERSIONS_MAX,
  type DocumentId,
  type DocumentVersion,
  type InputOf,
  type ReplyOf,
  type VersionId,
} from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import { writeWithin } from "./contents.service.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import { isFrozen } from "./documents.rules.ts";
import type { DocumentContents } from "./live.service.ts";
import { keepVersion } from "./version-keeping.service.ts";
import {
  countNamedVersions,
  findPreviousContent,
  findVersion,
  findVersionContent,
  listVersionRows,
  updateVersionName,
} from "./versions.queries.ts";
import { toVersion } from "./versions.view.ts";

export interface VersionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly contents: DocumentContents;
}

interface VersionParams {
  readonly id: DocumentId;
  readonly versionId: VersionId;
}

/** Versions of a document that the caller may read, the newest first. */
export async function listDocumentVersions(
  { db }: Pick<VersionDeps, "db">,
  actor: Actor,
  id: DocumentId,
  listing: InputOf<"listDocumentVersions">["query"],
): Promise<ReplyOf<"listDocumentVersions">> {
  await requireDocument(db, actor, id);
  const { rows, total } = await readPage(listing, (portion) => listVersionRows(db, id, portion));
  return toPage(rows.map(toVersion), listing, total);
}

/** Names what stands in a document now, by somebody who may write in it; a lock does not stop that. */
export async function createDocumentVersion(
  { db, clock, contents }: VersionDeps,
  actor: Actor,
  id: DocumentId,
  { name }: InputOf<"createDocumentVersion">["body"],
): Promise<DocumentVersion> {
  await requireDocument(db, actor, id, "WRITE");
  const content = readContent(await contents.copy(id));
  const versionId = await runTransaction(db, async (tx) => {
    await requireDocumentForChange(tx, actor, id, "WRITE");
    await requireNameLeft(tx, id);
    return keepVersion(tx, id, { kind: "auto", content, name, at: clock.now() });
  });
  return readVersion(db, { id, versionId });
}

/** The content of a version, compared with another one or with the document as it is now. */
export async function getDocumentVersion(
  { db, contents }: VersionDeps,
  actor: Actor,
  { id, versionId }: VersionParams,
  { compareTo }: InputOf<"getDocumentVersion">["query"],
): Promise<ReplyOf<"getDocumentVersion">> {
  await requireDocument(db, actor, id);
  const version = await readVersion(db, { id, versionId });
  const content = await requireContent(db, { id, versionId });
  const other = compareTo && (await readOther({ db, contents }, { id, versionId }, compareTo));
  const { blocks, ...counts } = compareContent(other, content);
  return { version, blocks: [...blocks], ...counts };
}

/** Undefined where there is none before the version. */
async function readOther(
  { db, contents }: Pick<VersionDeps, "db" | "contents">,
  { id, versionId }: VersionParams,
  compareTo: NonNullable<InputOf<"getDocumentVersion">["query"]["compareTo"]>,
): Promise<DocumentContent | undefined> {
  if (compareTo === "current") return readContent(await contents.copy(id));
  if (compareTo === "previous") return findPreviousContent(db, id, versionId);
  return requireContent(db, { id, versionId: compareTo });
}

/** Gives a version a name or takes it away, by somebody who may write in the document. */
export async function updateDocumentVersion(
  { db }: Pick<VersionDeps, "db">,
  actor: Actor,
  { id, versionId }: VersionParams,
  { name }: InputOf<"updateDocumentVersion">["body"],
): Promise<DocumentVersion> {
  await runTransaction(db, async (tx) => {
    await requireDocumentForChange(tx, actor, id, "WRITE");
    const version = await readVersion(tx, { id, versionId });
    if (name !== null && version.name === null) await requireNameLeft(tx, id);
    await updateVersionName(tx, id, versionId, name);
  });
  return readVersion(db, { id, versionId });
}

/**
 * Makes the document hold what the version holds, as an edit among those of everybody who has it open. What stood there before is kept
 * as a version, and what came of it as another one, in the transaction that stores the edit.
 */
export async function restoreDocumentVersion(
  { db, contents }: VersionDeps,
  actor: Actor,
  { id, versionId }: VersionParams,
): Promise<DocumentVersion> {
  const document = await requireDocument(db, actor, id, "ADMIN");
  if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
  const content = await requireContent(db, { id, versionId });
  await contents.edit(id, actor, (doc) => writeWithin(doc, content), "restore");
  const { rows } = await listVersionRows(db, id, { limit: 1, offset: 0 });
  const [last] = rows;
  if (!last) throw new AppError("DOCUMENT_NOT_FOUND");
  return toVersion(last);
}

async function requireNameLeft(tx: Tx, id: DocumentId): Promise<void> {
  if ((await countNamedVersions(tx, id)) >= NAMED_VERSIONS_MAX)
    throw new AppError("VERSION_LIMIT_REACHED", { max: NAMED_VERSIONS_MAX });
}

async function readVersion(db: Db, { id, versionId }: VersionParams): Promise<DocumentVersion> {
  const row = await findVersion(db, id, versionId);
  if (!row) throw new AppError("VERSION_GONE");
  return toVersion(row);
}

async function requireContent(db: Db, { id, versionId }: VersionParams): Promise<DocumentContent> {
  const content = await findVersionContent(db, id, versionId);
  if (!content) throw new AppError("VERSION_GONE");
  return content;
}
