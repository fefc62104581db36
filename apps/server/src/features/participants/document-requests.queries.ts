import type { DocumentId, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { readPage } from "#server/platform/db/read-page.ts";
import type { NewRequest, RequestRow } from "./requests.queries.ts";

/* Requests about documents, in the table of those about rooms. */

/** A person and the level that they ask for, whatever it is about. */
export type AskedRow = Omit<RequestRow, "roomId" | "slug" | "title" | "workspaceId">;

export interface DocumentRequestRow extends AskedRow {
  readonly documentId: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly title: string;
}

const columns = sql`
  a.id, a.document_id as "documentId", d.workspace_id as "workspaceId", d.title, a.user_id as "userId",
  u.full_name as "fullName", u.username, u.avatar_url as "avatarUrl", a.type, a.access_level as "accessLevel",
  a.message, a.status, a.reason, a.created_at as "createdAt", a.expires_at as "expiresAt", a.closed_at as "closedAt"`;

const requests = sql`access_requests a join documents d on d.id = a.document_id join users u on u.id = a.user_id`;

/** Undefined of a request about a room. */
export async function findDocumentRequest(
  db: Db,
  id: string,
): Promise<DocumentRequestRow | undefined> {
  const { rows } = await sql<DocumentRequestRow>`
    select ${columns} from ${requests} where a.id = ${id}`.execute(db);
  return rows[0];
}

/** Open ones of a document, the newest first. */
export function listDocumentRequests(
  db: Db,
  documentId: DocumentId,
  { now, ...listing }: { readonly now: Date; readonly page: number; readonly limit: number },
): Promise<{ readonly rows: DocumentRequestRow[]; readonly total: number }> {
  return readPage(listing, ({ limit, offset }) =>
    sql<DocumentRequestRow & { total: number }>`
    select ${columns}, count(*) over ()::integer as total from ${requests}
    where a.document_id = ${documentId} and a.status = 'PENDING' and a.expires_at > ${now}
    order by a.created_at desc, a.id limit ${limit} offset ${offset}`.execute(db),
  );
}

interface Asker {
  readonly documentId: DocumentId;
  readonly userId: UserId;
}

/** Does somebody ask already, or were they refused since this moment? The caller holds the document. */
export async function hasAsked(
  tx: Tx,
  { documentId, userId }: Asker,
  { now, refusedSince }: { readonly now: Date; readonly refusedSince: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from access_requests
    where document_id = ${documentId} and user_id = ${userId}
      and (status = 'PENDING' and expires_at > ${now} or status = 'REJECTED' and closed_at > ${refusedSince}) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** One that has run out makes room. The caller holds the document and has seen that there is no open one. */
export async function insertDocumentRequest(
  tx: Tx,
  { documentId, userId, ...request }: Omit<NewRequest, "roomId"> & Asker,
): Promise<string> {
  await sql`
    update access_requests set status = 'EXPIRED', closed_at = ${request.createdAt}, message = null
    where document_id = ${documentId} and user_id = ${userId} and status = 'PENDING'`.execute(tx);
  const { rows } = await sql<{ id: string }>`
    insert into access_requests (document_id, user_id, type, access_level, message, created_at, expires_at)
    values (${documentId}, ${userId}, ${request.type}, ${request.accessLevel}, ${request.message}, ${request.createdAt},
      ${request.expiresAt})
    returning id`.execute(tx);
  const made = rows[0];
  if (!made) throw new Error("An insert returns its row");
  return made.id;
}

/** Requests that have run out by now. */
export async function updateDocumentsExpired(db: Db, now: Date): Promise<void> {
  await sql`
    update access_requests set status = 'EXPIRED', closed_at = ${now}, message = null
    where document_id is not null and status = 'PENDING' and expires_at <= ${now}`.execute(db);
}
