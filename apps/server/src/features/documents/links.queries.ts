import type { DocumentId, DocumentLinkLevel, UserId, WorkspaceId } from "@colbin/protocol";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/* Links end by the clock of the database, as in document_level: what a link shows and what it gives ends at the same moment. */

export interface LinkRow {
  readonly id: string;
  readonly level: DocumentLinkLevel;
  readonly hasPassword: boolean;
  readonly expiresAt: Date | null;
  readonly views: number;
  /** By name. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** Links that were not taken back, the newest first. */
export async function listLinks(db: Db, documentId: DocumentId): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select l.id, l.level, l.password_hash is not null as "hasPassword", l.expires_at as "expiresAt", l.views,
      u.full_name as "createdBy", l.created_at as "createdAt"
    from document_share_links l join users u on u.id = l.created_by
    where l.document_id = ${documentId} and l.revoked_at is null
    order by l.created_at desc, l.id desc`.execute(db);
  return rows;
}

interface NewLink {
  readonly documentId: DocumentId;
  readonly tokenHash: Uint8Array;
  readonly level: DocumentLinkLevel;
  readonly passwordHash: string | null;
  readonly expiresAt: Date | null;
  readonly createdBy: UserId;
  readonly createdAt: Date;
}

export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into document_share_links (document_id, token_hash, level, password_hash, expires_at, created_by, created_at)
    values (${link.documentId}, ${link.tokenHash}, ${link.level}, ${link.passwordHash}, ${link.expiresAt}, ${link.createdBy},
      ${link.createdAt})
    returning id`.execute(tx);
  const made = rows[0];
  if (!made) throw new Error("An insert returns the row it made");
  return made.id;
}

interface LinkKey {
  readonly documentId: DocumentId;
  readonly linkId: string;
}

export interface LinkChange {
  readonly level?: DocumentLinkLevel | undefined;
  readonly passwordHash?: string | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

/** False where the document has no such link. */
export async function updateLink(
  tx: Tx,
  { documentId, linkId }: LinkKey,
  { level, passwordHash, expiresAt }: LinkChange,
): Promise<boolean> {
  const { rows } = await sql`
    update document_share_links set level = coalesce(${level ?? null}, level),
      password_hash = ${passwordHash === undefined ? sql`password_hash` : passwordHash},
      expires_at = ${expiresAt === undefined ? sql`expires_at` : expiresAt}
    where id = ${linkId} and document_id = ${documentId} and revoked_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** False where the document has no such link. */
export async function updateRevoked(
  tx: Tx,
  { documentId, linkId }: LinkKey,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    update document_share_links set revoked_at = ${at}
    where id = ${linkId} and document_id = ${documentId} and revoked_at is null
    returning 1`.execute(tx);
  return rows.length > 0;
}

/** Visitors of a link have to type its new password. */
export async function deleteOpenings(tx: Tx, linkId: string): Promise<void> {
  await sql`delete from document_link_openings where link_id = ${linkId}`.execute(tx);
}

/** A link with the document that it shows. */
export interface FoundLink {
  readonly id: string;
  readonly passwordHash: string | null;
  /** Taken back, or over. */
  readonly isGone: boolean;
  readonly documentId: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly isPersonal: boolean;
  readonly title: string;
  readonly icon: string | null;
  readonly updatedAt: Date;
}

/** None of a document that is in the trash, or whose room or workspace was deleted. */
export async function findLink(db: Db, tokenHash: Uint8Array): Promise<FoundLink | undefined> {
  const { rows } = await sql<FoundLink>`
    select l.id, l.password_hash as "passwordHash",
      l.revoked_at is not null or coalesce(l.expires_at <= now(), false) as "isGone", d.id as "documentId",
      d.workspace_id as "workspaceId", w.kind = 'personal' as "isPersonal", d.title, d.icon, d.updated_at as "updatedAt"
    from document_share_links l
    join documents d on d.id = l.document_id
    join workspaces w on w.id = d.workspace_id
    left join rooms r on r.id = d.room_id
    where l.token_hash = ${tokenHash} and d.status <> 'DELETED' and w.deleted_at is null
      and (r.id is null or r.status in ('ACTIVE', 'ARCHIVED'))`.execute(db);
  return rows[0];
}

export async function updateViews(db: Db, linkId: string): Promise<void> {
  await sql`update document_share_links set views = views + 1 where id = ${linkId}`.execute(db);
}

/** Remembers that a member of the workspace opened a link. */
export async function insertOpening(
  db: Db,
  { linkId, userId }: { readonly linkId: string; readonly userId: UserId },
  at: Date,
): Promise<void> {
  await sql`
    insert into document_link_openings (link_id, user_id, opened_at) values (${linkId}, ${userId}, ${at})
    on conflict do nothing`.execute(db);
}
