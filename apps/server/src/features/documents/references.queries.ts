import type { DocumentId, FileId, UserId, WorkspaceId } from "@colbin/protocol";
import type { DocumentReference } from "@colbin/documents";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

/** Makes these the references of a document; returns those that it did not have before. */
export async function replaceReferences(
  tx: Tx,
  id: DocumentId,
  references: readonly DocumentReference[],
): Promise<DocumentReference[]> {
  const { rows } = await sql<DocumentReference>`
    with wanted as (
      select * from unnest(${references.map(({ kind }) => kind)}::text[], ${references.map((each) => each.id)}::uuid[])
        w (kind, target_id)
    ), gone as (
      delete from document_references r
      where r.document_id = ${id}
        and not exists (select from wanted w where w.kind = r.kind and w.target_id = r.target_id)
    )
    insert into document_references (document_id, kind, target_id)
    select ${id}, kind, target_id from wanted
    on conflict do nothing
    returning kind, target_id as id`.execute(tx);
  return rows;
}

export interface NamingDocument {
  readonly id: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly title: string;
  readonly createdBy: UserId;
  readonly updatedBy: UserId;
}

/** A document as the people whom it names are told of it, and its last writer. */
export async function findNaming(tx: Tx, id: DocumentId): Promise<NamingDocument | undefined> {
  const { rows } = await sql<NamingDocument>`
    select id, workspace_id as "workspaceId", title, created_by as "createdBy", updated_by as "updatedBy"
    from documents where id = ${id}`.execute(tx);
  return rows[0];
}

/** People among these who may open the document. */
export async function listOpeners(
  db: Db,
  id: DocumentId,
  people: readonly string[],
): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select p.id from unnest(${[...people]}::uuid[]) p (id)
    where document_level(${id}, p.id) is not null`.execute(db);
  return rows.map((each) => each.id);
}

/** Notes that the document shows the file, unless it has shown `max` others; false then. */
export async function insertDocumentFile(
  tx: Tx,
  id: DocumentId,
  fileId: FileId,
  max: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document_files where document_id = ${id} and file_id <> ${fileId}`.execute(
    tx,
  );
  if ((rows[0]?.count ?? 0) >= max) return false;
  await sql`
    insert into document_files (document_id, file_id) values (${id}, ${fileId}) on conflict do nothing`.execute(
    tx,
  );
  return true;
}

/** Does the text of a document name a file that somebody who saw it let its readers see? */
export async function showsFile(db: Db, id: DocumentId, fileId: FileId): Promise<boolean> {
  const { rows } = await sql`
    select from document_files f
    join document_references r on r.document_id = f.document_id and r.kind = 'file' and r.target_id = f.file_id
    where f.document_id = ${id} and f.file_id = ${fileId}`.execute(db);
  return rows.length > 0;
}

/** A copy of a document shows its files as well. */
export async function copyDocumentFiles(tx: Tx, from: DocumentId, to: DocumentId): Promise<void> {
  await sql`
    insert into document_files (document_id, file_id)
    select ${to}, file_id from document_files where document_id = ${from}`.execute(tx);
}

/** The words of the text as search compares them. */
export async function upsertSearched(tx: Tx, id: DocumentId, folded: string): Promise<void> {
  await sql`
    insert into document_search (document_id, text) values (${id}, ${folded})
    on conflict (document_id) do update set text = excluded.text where document_search.text <> excluded.text`.execute(
    tx,
  );
}
