import type { DocumentId, ParticipantAccessLevel } from "@colbin/protocol";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { findDocument, lockDocumentRow, type DocumentRow } from "./documents.queries.ts";
import { reaches } from "./documents.rules.ts";

/**
 * A document of the active workspace on which the caller has at least this level. One that they may not read is DOCUMENT_NOT_FOUND, as
 * if it did not exist; a lower level is ACCESS_LEVEL_TOO_LOW. In the trash it is there for those who may bring it back.
 */
export async function requireDocument(
  db: Db,
  actor: Actor,
  id: DocumentId,
  needs: ParticipantAccessLevel = "READ",
): Promise<DocumentRow> {
  const document = await findDocument(db, actor, id);
  if (!document) throw new AppError("DOCUMENT_NOT_FOUND");
  if (document.status === "DELETED" && !reaches(document.level, "ADMIN"))
    throw new AppError("DOCUMENT_NOT_FOUND");
  if (!reaches(document.level, needs)) throw new AppError("ACCESS_LEVEL_TOO_LOW");
  return document;
}

/** The same with the document held until the transaction ends, as it is after the lock. */
export async function requireDocumentForChange(
  tx: Tx,
  actor: Actor,
  id: DocumentId,
  needs: ParticipantAccessLevel,
): Promise<DocumentRow> {
  await lockDocumentRow(tx, id);
  return requireDocument(tx, actor, id, needs);
}
