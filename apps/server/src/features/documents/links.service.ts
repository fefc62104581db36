import {
  DOCUMENT_LINKS_MAX,
  type DocumentId,
  type DocumentLink,
  type InputOf,
  type ReplyOf,
} from "@colbin/protocol";
import { recordAct } from "#server/features/audit/audit.service.ts";
import { hashSecret, makeSecret } from "#server/features/auth/secrets.service.ts";
import { hashPassword } from "#server/features/passwords/hashes.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import type { DocumentRow } from "./documents.queries.ts";
import {
  deleteOpenings,
  insertLink,
  listLinks,
  updateLink,
  updateRevoked,
} from "./links.queries.ts";
import { toDocumentLink, toPublicLink } from "./links.view.ts";

/* Links that show a document to whoever has them, for those who lead it (rules-collab 24). */

export interface LinkDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly publicUrl: string;
}

/** The links of a document that were not taken back, also those that are over. */
export async function listDocumentLinks(
  { db }: Pick<LinkDeps, "db">,
  actor: Actor,
  id: DocumentId,
): Promise<ReplyOf<"listDocumentLinks">> {
  await requireDocument(db, actor, id, "ADMIN");
  return { results: (await listLinks(db, id)).map(toDocumentLink) };
}

/** Makes a link. Its token is stored hashed and shown this once. */
export async function createDocumentLink(
  deps: LinkDeps,
  actor: Actor,
  id: DocumentId,
  { level, password, expiresAt }: InputOf<"createDocumentLink">["body"],
): Promise<ReplyOf<"createDocumentLink">> {
  const now = deps.clock.now();
  const end = toEnd(expiresAt, now);
  const passwordHash = await hashFor(deps, actor, id, password);
  const token = makeSecret(256);
  const linkId = await runTransaction(deps.db, async (tx) => {
    const document = await requireDocumentForChange(tx, actor, id, "ADMIN");
    if (document.status === "DELETED") throw new AppError("DOCUMENT_NOT_FOUND");
    if ((await listLinks(tx, id)).length >= DOCUMENT_LINKS_MAX)
      throw new AppError("LINK_LIMIT_REACHED", { max: DOCUMENT_LINKS_MAX });
    const made = await insertLink(tx, {
      documentId: id,
      tokenHash: hashSecret(token),
      level,
      passwordHash: passwordHash ?? null,
      expiresAt: end ?? null,
      createdBy: actor.userId,
      createdAt: now,
    });
    await record(tx, actor, document, { kind: "document link made", linkId: made, at: now });
    return made;
  });
  const link = await readLink(deps, id, linkId);
  return { ...link, link: toPublicLink(deps.publicUrl, token) };
}

/**
 * Another level, password or end of a link. With a new password people who opened the link before have to open it again: until then it
 * gives them no level.
 */
export async function updateDocumentLink(
  deps: LinkDeps,
  actor: Actor,
  { id, linkId }: InputOf<"updateDocumentLink">["params"],
  { level, password, expiresAt }: InputOf<"updateDocumentLink">["body"],
): Promise<DocumentLink> {
  const end = toEnd(expiresAt, deps.clock.now());
  const passwordHash = await hashFor(deps, actor, id, password);
  await runTransaction(deps.db, async (tx) => {
    await requireDocumentForChange(tx, actor, id, "ADMIN");
    const change = { level, passwordHash, expiresAt: end };
    if (!(await updateLink(tx, { documentId: id, linkId }, change)))
      throw new AppError("LINK_NOT_FOUND");
    if (typeof passwordHash === "string") await deleteOpenings(tx, linkId);
  });
  return readLink(deps, id, linkId);
}

/** Takes a link back: it shows nothing from now on, and whoever came by it is out within a second. */
export async function removeDocumentLink(
  deps: LinkDeps,
  actor: Actor,
  { id, linkId }: InputOf<"removeDocumentLink">["params"],
): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    const document = await requireDocumentForChange(tx, actor, id, "ADMIN");
    const at = deps.clock.now();
    if (!(await updateRevoked(tx, { documentId: id, linkId }, at)))
      throw new AppError("LINK_NOT_FOUND");
    await record(tx, actor, document, { kind: "document link removed", linkId, at });
  });
}

/** An end has to lie ahead. */
function toEnd(expiresAt: string | null | undefined, now: Date): Date | null | undefined {
  if (expiresAt === null || expiresAt === undefined) return expiresAt;
  const end = new Date(expiresAt);
  if (end <= now) throw notAllowed("expiresAt");
  return end;
}

/** A hash takes long: it is made outside of a transaction, and only for those who may use it. */
async function hashFor(
  { db }: LinkDeps,
  actor: Actor,
  id: DocumentId,
  password: string | null | undefined,
): Promise<string | null | undefined> {
  await requireDocument(db, actor, id, "ADMIN");
  return typeof password === "string" ? hashPassword(password) : password;
}

async function readLink({ db }: LinkDeps, id: DocumentId, linkId: string): Promise<DocumentLink> {
  const row = (await listLinks(db, id)).find((each) => each.id === linkId);
  if (!row) throw new AppError("LINK_NOT_FOUND");
  return toDocumentLink(row);
}

interface LinkAct {
  readonly kind: "document link made" | "document link removed";
  readonly linkId: string;
  readonly at: Date;
}

async function record(
  tx: Tx,
  actor: Actor,
  { id: documentId, workspaceId, roomId }: DocumentRow,
  { kind, linkId, at }: LinkAct,
): Promise<void> {
  const details = { documentId, linkId, ...(roomId !== null && { roomId }) };
  await recordAct(tx, actor, { at, kind, workspaceId, details });
}
