import { listReferences, type DocumentReference } from "@colbin/documents";
import {
  DOCUMENT_FILES_MAX,
  foldText,
  MENTIONS_MAX,
  type DocumentId,
  type FileId,
  type ReplyOf,
  type UserId,
} from "@colbin/protocol";
import type { Doc } from "yjs";
import { requireSeenFile } from "#server/features/files/files.access.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import { isFrozen } from "./documents.rules.ts";
import { listFound, type Listing } from "./documents.service.ts";
import {
  findNaming,
  insertDocumentFile,
  listOpeners,
  replaceReferences,
  upsertSearched,
} from "./references.queries.ts";
import { notifyNamed } from "./telling.service.ts";

/** Text further down in a document is found by nobody: an index of all of it would hold up its writers. */
const SEARCHED_CHARS_MAX = 1_000_000;

/** Documents that link to one that the caller may read, as far as they may read these as well. */
export async function listBacklinks(
  deps: { readonly db: Db },
  actor: Actor,
  id: DocumentId,
  listing: Listing,
): Promise<ReplyOf<"listBacklinks">> {
  await requireDocument(deps.db, actor, id);
  return listFound(deps, actor, listing, { scope: "all", linksTo: id });
}

/** Lets the readers of a document that the caller may write see a file that the caller sees now. */
export async function attachDocumentFile(
  { db }: { readonly db: Db },
  actor: Actor,
  id: DocumentId,
  fileId: FileId,
): Promise<void> {
  await runTransaction(db, async (tx) => {
    const document = await requireDocumentForChange(tx, actor, id, "WRITE");
    if (isFrozen(document)) throw new AppError("DOCUMENT_LOCKED");
    const file = await requireSeenFile(tx, actor, fileId);
    if (file.trashedAt !== null) throw new AppError("FILE_NOT_FOUND");
    if (!(await insertDocumentFile(tx, id, fileId, DOCUMENT_FILES_MAX)))
      throw new AppError("VALIDATION_ERROR", { maximum: DOCUMENT_FILES_MAX });
  });
}

/** Notes what a document names, and what it says for search, as it is stored; returns what it did not name before. */
export async function noteReferences(
  tx: Tx,
  { id, text }: { readonly id: DocumentId; readonly text: string },
  doc: Doc,
): Promise<readonly DocumentReference[]> {
  await upsertSearched(tx, id, foldText(text.slice(0, SEARCHED_CHARS_MAX)));
  return replaceReferences(tx, id, listReferences(doc));
}

/** References that a document did not have before, and its editors since then. */
interface Naming {
  readonly id: DocumentId;
  readonly added: readonly DocumentReference[];
  readonly editors: readonly UserId[];
}

/**
 * Has the people told who are named now, as far as they may open the document, but for its writer where that is one person; once a day
 * however often they are taken out and named again (rules-collab 29).
 */
export async function tellNamed(
  tx: Tx,
  deps: { readonly jobs: Jobs; readonly clock: Clock },
  { id, added, editors }: Naming,
): Promise<void> {
  const named = added.flatMap((each) => (each.kind === "person" ? each.id : []));
  const document = named.length === 0 ? undefined : await findNaming(tx, id);
  if (!document) return;
  const openers = await listOpeners(tx, id, named.slice(0, MENTIONS_MAX));
  const [writer, ...others] = editors;
  const only = others.length === 0 ? writer : undefined;
  await notifyNamed(tx, deps, {
    document,
    actorId: only ?? document.updatedBy,
    people: openers.filter((userId) => userId !== only),
    day: deps.clock.now().toISOString().slice(0, 10),
  });
}
