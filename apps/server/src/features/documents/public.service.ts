import {
  LINK_PASSWORD_TRIES,
  LINK_PASSWORD_WINDOW_MS,
  type InputOf,
  type PublicDocument,
  type ReplyOf,
} from "@colbin/protocol";
import { readContent } from "@colbin/documents";
import { requireHit, takeBackHits } from "#server/features/auth/limits.service.ts";
import { hashSecret, isSecret } from "#server/features/auth/secrets.service.ts";
import { isPasswordOf } from "#server/features/passwords/hashes.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db } from "#server/platform/db/database.ts";
import { toCountedAddress } from "#server/platform/http/callers.ts";
import { isInWorkspace } from "./access.queries.ts";
import { findLink, insertOpening, updateViews, type FoundLink } from "./links.queries.ts";
import type { DocumentContents } from "./live.service.ts";
import { makeFileKey } from "./link-keys.service.ts";

/* Documents by their links: shown to anybody, and opened to members of the workspace (rules-collab 5, 24). */

export interface PublicDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly contents: Pick<DocumentContents, "copy">;
}

/** How somebody comes who has a link. */
interface Visit {
  readonly token: string;
  readonly password?: string | undefined;
  /** Network address. */
  readonly address: string;
}

/** The document of a link that needs no password. It changes nothing. */
export async function getPublicDocument(deps: PublicDeps, token: string): Promise<PublicDocument> {
  const link = await requireLink(deps, token);
  if (link.passwordHash !== null) throw new AppError("LINK_PASSWORD_REQUIRED");
  return show(deps, link);
}

/** The document of a link for a page that shows it, which is counted; with its password, of which 5 in 15 minutes may be wrong. */
export async function openPublicDocument(deps: PublicDeps, visit: Visit): Promise<PublicDocument> {
  const link = await requireOpen(deps, visit);
  const shown = await show(deps, link);
  await updateViews(deps.db, link.id);
  return shown;
}

/**
 * Gives a member of the document's workspace the level of a link, for as long as the link works; DOCUMENT_NOT_FOUND to those who are
 * none.
 */
export async function openDocumentLink(
  deps: PublicDeps,
  actor: Actor,
  { token, password }: InputOf<"openDocumentLink">["body"],
): Promise<ReplyOf<"openDocumentLink">> {
  const address = actor.address ?? actor.userId;
  const link = await requireOpen(deps, { token, password, address });
  const { documentId: id, workspaceId, isPersonal, id: linkId } = link;
  const { userId } = actor;
  if (!(await isInWorkspace(deps.db, workspaceId, { principal: "user", id: userId })))
    throw new AppError("DOCUMENT_NOT_FOUND");
  await insertOpening(deps.db, { linkId, userId }, deps.clock.now());
  return { id, workspaceId, isPersonal };
}

async function show({ contents, clock }: PublicDeps, link: FoundLink): Promise<PublicDocument> {
  const { documentId, title, icon, updatedAt } = link;
  const content = readContent(await contents.copy(documentId));
  const fileKey = makeFileKey(link, clock.now());
  return { title, icon, content: { ...content }, updatedAt: updatedAt.toISOString(), fileKey };
}

/** A link that works. Unknown, and of a document that is not there any more: LINK_NOT_FOUND; taken back or over: LINK_GONE. */
export async function requireLink(
  { db }: Pick<PublicDeps, "db">,
  token: string,
): Promise<FoundLink> {
  const link = isSecret(token, 256) ? await findLink(db, hashSecret(token)) : undefined;
  if (!link) throw new AppError("LINK_NOT_FOUND");
  if (link.isGone) throw new AppError("LINK_GONE");
  return link;
}

/** The same, after its password. A try counts before it is known to be wrong, so that many at once are no more than those allowed. */
async function requireOpen(
  deps: PublicDeps,
  { token, password, address }: Visit,
): Promise<FoundLink> {
  const link = await requireLink(deps, token);
  if (link.passwordHash === null) return link;
  if (password === undefined) throw new AppError("LINK_PASSWORD_REQUIRED");
  const now = deps.clock.now();
  const limit = {
    key: `document link ${link.id} from ${toCountedAddress(address)}`,
    max: LINK_PASSWORD_TRIES,
    windowMs: LINK_PASSWORD_WINDOW_MS,
  };
  await requireHit(deps.db, limit, now);
  if (!(await isPasswordOf(link.passwordHash, password))) throw new AppError("LINK_PASSWORD_WRONG");
  await takeBackHits(deps, [limit], now);
  return link;
}
