import { writeContent, type DocumentContent } from "@colbin/documents";
import { DOCUMENT_STATE_MAX_BYTES, type DocumentId } from "@colbin/protocol";
import { Doc, encodeStateAsUpdate } from "yjs";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { insertAtPlace, type DocumentDeps, type NewPlace } from "./documents.service.ts";
import { copyDocumentFiles } from "./references.queries.ts";
import { noteReferences } from "./references.service.ts";
import { upsertState } from "./states.queries.ts";
import { toText } from "./states.view.ts";

interface Filling {
  readonly content: DocumentContent;
  /** The document that it is a copy of: it shows the same files. */
  readonly filesOf?: DocumentId;
}

/**
 * Makes a document together with what stands in it, where the caller may write: nobody sees it empty, and nobody is told that it names
 * them. DOCUMENT_TOO_LARGE where it is beyond the limit.
 */
export async function createFilled(
  { db, clock }: DocumentDeps,
  actor: Actor,
  place: NewPlace,
  { content, filesOf }: Filling,
): Promise<DocumentId> {
  const doc = new Doc();
  writeContent(doc, content);
  const state = encodeStateAsUpdate(doc);
  if (state.length > DOCUMENT_STATE_MAX_BYTES)
    throw new AppError("DOCUMENT_TOO_LARGE", { maxBytes: DOCUMENT_STATE_MAX_BYTES });
  const text = toText(doc);
  return runTransaction(db, async (tx) => {
    const at = clock.now();
    const id = await insertAtPlace(tx, actor, place, at);
    await upsertState(tx, id, { state, text, version: 1, at, by: actor.userId });
    await noteReferences(tx, { id, text }, doc);
    if (filesOf) await copyDocumentFiles(tx, filesOf, id);
    return id;
  });
}
