import type { DocumentId, DocumentVersionKind, UserId, VersionId } from "@colbin/protocol";
import type { DocumentContent } from "@colbin/documents";
import { sql } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";
import type { Portion } from "#server/platform/db/read-page.ts";

/** How a version came about, whether it has a name or not. */
export type VersionOrigin = Exclude<DocumentVersionKind, "named">;

export interface VersionRow {
  readonly id: VersionId;
  readonly documentId: DocumentId;
  readonly kind: VersionOrigin;
  readonly name: string | null;
  readonly createdAt: Date;
  readonly words: number;
  readonly editors: readonly { readonly id: UserId; readonly fullName: string }[];
}

const columns = sql`
  v.id, v.document_id as "documentId", v.kind, v.name, v.created_at as "createdAt", v.words,
  coalesce((select json_agg(json_build_object('id', u.id, 'fullName', u.full_name) order by u.full_name, u.id)
    from document_version_editors e join users u on u.id = e.user_id where e.version_id = v.id), '[]') as editors`;

/** The newest first. */
export function listVersionRows(
  db: Db,
  documentId: DocumentId,
  { limit, offset }: Portion,
): Promise<{ rows: (VersionRow & { readonly total: number })[] }> {
  return sql<VersionRow & { total: number }>`
    select ${columns}, count(*) over ()::int as total
    from document_versions v where v.document_id = ${documentId}
    order by v.no desc limit ${limit} offset ${offset}`.execute(db);
}

export async function findVersion(
  db: Db,
  documentId: DocumentId,
  id: VersionId,
): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select ${columns} from document_versions v
    where v.document_id = ${documentId} and v.id = ${id}`.execute(db);
  return rows[0];
}

export async function findVersionContent(
  db: Db,
  documentId: DocumentId,
  id: VersionId,
): Promise<DocumentContent | undefined> {
  const { rows } = await sql<{ content: DocumentContent }>`
    select content from document_versions where document_id = ${documentId} and id = ${id}`.execute(
    db,
  );
  return rows[0]?.content;
}

/** Of the version before this one. */
export async function findPreviousContent(
  db: Db,
  documentId: DocumentId,
  id: VersionId,
): Promise<DocumentContent | undefined> {
  const { rows } = await sql<{ content: DocumentContent }>`
    select content from document_versions
    where document_id = ${documentId} and no < (select no from document_versions where id = ${id})
    order by no desc limit 1`.execute(db);
  return rows[0]?.content;
}

export async function findLastVersion(
  tx: Tx,
  documentId: DocumentId,
): Promise<{ id: VersionId; name: string | null; digest: Buffer } | undefined> {
  const { rows } = await sql<{ id: VersionId; name: string | null; digest: Buffer }>`
    select id, name, digest from document_versions where document_id = ${documentId}
    order by no desc limit 1`.execute(tx);
  return rows[0];
}

export interface NewVersion {
  readonly id: VersionId;
  readonly kind: VersionOrigin;
  readonly name: string | null;
  readonly content: string;
  readonly digest: Uint8Array;
  readonly words: number;
  readonly at: Date;
}

export async function insertVersion(
  tx: Tx,
  documentId: DocumentId,
  { id, kind, name, content, digest, words, at }: NewVersion,
): Promise<void> {
  await sql`
    insert into document_versions (id, document_id, no, kind, name, content, digest, words, created_at)
    values (${id}, ${documentId},
      (select coalesce(max(no), 0) + 1 from document_versions where document_id = ${documentId}),
      ${kind}, ${name}, ${content}::json, ${Buffer.from(digest)}, ${words}, ${at})`.execute(tx);
}

/** False where the version has gone. */
export async function updateVersionName(
  tx: Tx,
  documentId: DocumentId,
  id: VersionId,
  name: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update document_versions set name = ${name}
    where document_id = ${documentId} and id = ${id} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function countNamedVersions(tx: Tx, documentId: DocumentId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document_versions
    where document_id = ${documentId} and name is not null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** Notes that these people have written at this moment. */
export async function upsertEditors(
  tx: Tx,
  documentId: DocumentId,
  editors: readonly UserId[],
  at: Date,
): Promise<void> {
  await sql`
    insert into document_editors (document_id, user_id, first_at, last_at)
    select ${documentId}, id, ${at}, ${at} from unnest(${[...editors]}::uuid[]) e (id)
    on conflict (document_id, user_id) do update set last_at = excluded.last_at`.execute(tx);
}

/** When somebody began to write after the last version; undefined where nobody has. */
export async function findEditingSince(tx: Tx, documentId: DocumentId): Promise<Date | undefined> {
  const { rows } = await sql<{ since: Date | null }>`
    select min(first_at) as since from document_editors where document_id = ${documentId}`.execute(
    tx,
  );
  return rows[0]?.since ?? undefined;
}

/** Writers since the last version become its editors; without one nothing of theirs is left to keep. */
export async function moveEditors(
  tx: Tx,
  documentId: DocumentId,
  to: VersionId | undefined,
): Promise<void> {
  await sql`
    with gone as (delete from document_editors where document_id = ${documentId} returning user_id)
    insert into document_version_editors (version_id, user_id)
    select ${to ?? null}::uuid, user_id from gone where ${to ?? null}::uuid is not null`.execute(
    tx,
  );
}

/** The next documents in which nobody has written since this moment, and of which that is in no version yet. */
export async function listLeftDocuments(
  db: Db,
  before: Date,
  { after, limit }: { readonly after: DocumentId | undefined; readonly limit: number },
): Promise<DocumentId[]> {
  const { rows } = await sql<{ id: DocumentId }>`
    select document_id as id from document_editors
    where ${after ?? null}::uuid is null or document_id > ${after ?? null}
    group by document_id having max(last_at) <= ${before}
    order by document_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

export interface ThinnableRow {
  readonly id: VersionId;
  readonly documentId: DocumentId;
  readonly createdAt: Date;
}

/** Unnamed versions from before this moment of the next documents, the newest of each first. */
export async function listThinnable(
  db: Db,
  before: Date,
  { after, limit }: { readonly after: DocumentId | undefined; readonly limit: number },
): Promise<ThinnableRow[]> {
  const { rows } = await sql<ThinnableRow>`
    with next as (
      select distinct document_id from document_versions
      where name is null and created_at < ${before} and (${after ?? null}::uuid is null or document_id > ${after ?? null})
      order by document_id limit ${limit}
    )
    select v.id, v.document_id as "documentId", v.created_at as "createdAt"
    from next n join document_versions v on v.document_id = n.document_id
    where v.name is null and v.created_at < ${before}
    order by v.document_id, v.no desc`.execute(db);
  return rows;
}

/** Deletes versions, except those that have got a name meanwhile; their editors become those of the versions that stay for them. */
export async function deleteSuperseded(
  db: Db,
  superseded: readonly { readonly id: VersionId; readonly by: VersionId }[],
): Promise<void> {
  await sql`
    with gone as (
      select v.id, g.by from unnest(${superseded.map(({ id }) => id)}::uuid[], ${superseded.map(({ by }) => by)}::uuid[]) g (id, by)
      join document_versions v on v.id = g.id and v.name is null
      join document_versions k on k.id = g.by
      for update of v, k
    ), kept as (
      insert into document_version_editors (version_id, user_id)
      select distinct g.by, e.user_id from gone g join document_version_editors e on e.version_id = g.id
      on conflict do nothing
    )
    delete from document_versions v using gone g where v.id = g.id`.execute(db);
}
