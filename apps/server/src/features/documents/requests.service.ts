import {
  DOCUMENT_ASKS_HOUR,
  type AccessRequest,
  type DocumentId,
  type InputOf,
  type ReplyOf,
} from "@colbin/protocol";
import { requireHit } from "#server/features/auth/limits.service.ts";
import {
  askLeaders,
  endDocumentRequest,
  findDocumentRequest,
  listDocumentRequests as listRequests,
  requireOpenRequest,
  toDocumentRequest,
  type DocumentRequestRow,
} from "#server/features/participants/document-requests.service.ts";
import type { Decision } from "#server/features/participants/request-outcomes.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { toPage } from "#server/platform/http/page.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { findTitle, listLeaders, upsertGrant } from "./access.queries.ts";
import { requireDocument } from "./documents.access.ts";
import { findDocument, lockDocumentRow } from "./documents.queries.ts";
import { mayGive, reaches } from "./documents.rules.ts";
import type { DocumentDeps } from "./documents.service.ts";

/* Asking for a level on a document, and what those who lead it answer (rules-collab 2C). */

export interface RequestDeps extends DocumentDeps {
  readonly jobs: Jobs;
}

const HOUR_MS = 60 * 60_000;

/**
 * Asks those who lead a document of the workspace for a level. The caller learns nothing by it: not whether there is such a document, nor
 * whether somebody was asked.
 */
export async function askForDocument(
  deps: RequestDeps,
  actor: Actor,
  id: DocumentId,
  { level: accessLevel, message }: InputOf<"askForDocument">["body"],
): Promise<void> {
  const { userId, workspaceId } = actor;
  const limit = { key: `asks for documents by ${userId}`, windowMs: HOUR_MS };
  await requireHit(deps.db, { ...limit, max: DOCUMENT_ASKS_HOUR }, deps.clock.now());
  await runTransaction(deps.db, async (tx) => {
    await lockDocumentRow(tx, id);
    const found = await findTitle(tx, id, { userId, workspaceId });
    if (!found || (found.level !== null && reaches(found.level, accessLevel))) return;
    const document = { id, workspaceId, title: found.title };
    const leaders = await listLeaders(tx, id);
    await askLeaders(tx, deps, { document, userId, accessLevel, message, leaders });
  });
}

/** Requests about a document, by page, for its leaders. */
export async function listDocumentRequests(
  { db, clock }: Pick<DocumentDeps, "db" | "clock">,
  actor: Actor,
  id: DocumentId,
  listing: InputOf<"listDocumentRequests">["query"],
): Promise<ReplyOf<"listDocumentRequests">> {
  await requireDocument(db, actor, id, "ADMIN");
  const { rows, total } = await listRequests(db, id, { ...listing, now: clock.now() });
  return toPage(rows.map(toDocumentRequest), listing, total);
}

/**
 * Answers a request about a document that the caller leads, or takes back their own; one that they may not answer is not there.
 * Undefined for an id that is of no request about a document. Keys of the API reach no documents, so they answer none.
 */
export async function decideDocumentRequest(
  deps: RequestDeps,
  actor: Actor,
  requestId: string,
  decision: Decision,
): Promise<AccessRequest | undefined> {
  const seen = await findDocumentRequest(deps.db, requestId);
  if (!seen) return undefined;
  if (actor.scopes || seen.workspaceId !== actor.workspaceId)
    throw new AppError("ACCESS_REQUEST_NOT_FOUND");
  return runTransaction(deps.db, async (tx) => {
    await lockDocumentRow(tx, seen.documentId);
    const request = await findDocumentRequest(tx, requestId);
    if (!request) throw new AppError("ACCESS_REQUEST_NOT_FOUND");
    await requireDecider(tx, actor, request, decision);
    requireOpenRequest(request, deps.clock.now());
    if (decision.to === "APPROVED") await grant(tx, actor, request);
    const { userId, workspaceId, documentId, title } = request;
    const isSeen = await findDocument(tx, { userId, workspaceId }, documentId);
    const ending = { actor, request, title: isSeen ? title : "" };
    await endDocumentRequest(tx, deps, ending, decision);
    const closed = await findDocumentRequest(tx, requestId);
    if (!closed) throw new Error("A request that was closed is there");
    return toDocumentRequest(closed);
  });
}

async function requireDecider(
  tx: Tx,
  actor: Actor,
  { userId, documentId }: DocumentRequestRow,
  { to }: Decision,
): Promise<void> {
  const document = to === "CANCELLED" ? undefined : await findDocument(tx, actor, documentId);
  const mayDecide =
    to === "CANCELLED"
      ? userId === actor.userId
      : document !== undefined && document.status !== "DELETED" && reaches(document.level, "ADMIN");
  if (!mayDecide) throw new AppError("ACCESS_REQUEST_NOT_FOUND");
}

/** A level that is as high meanwhile stays. */
async function grant(
  tx: Tx,
  actor: Actor,
  { userId, workspaceId, documentId, accessLevel: level }: DocumentRequestRow,
): Promise<void> {
  const own = await findDocument(tx, actor, documentId);
  if (!own || !mayGive(own.level, level)) throw new AppError("ACCESS_LEVEL_NOT_ALLOWED");
  const theirs = await findDocument(tx, { userId, workspaceId }, documentId);
  if (theirs && reaches(theirs.level, level)) return;
  await upsertGrant(tx, documentId, { principal: "user", id: userId, level });
}
