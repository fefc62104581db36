import type {
  DocumentId,
  DocumentScope,
  DocumentStatus,
  ParticipantAccessLevel,
  RoomId,
  UserId,
  WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Actor } from "#server/platform/actor.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { containing } from "#server/platform/db/like.ts";
import type { Portion } from "#server/platform/db/read-page.ts";

export interface DocumentRow {
  readonly id: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId | null;
  /** Null where the reader does not see the room. */
  readonly slug: string | null;
  readonly parentId: DocumentId | null;
  readonly position: string;
  readonly title: string;
  readonly icon: string | null;
  readonly status: DocumentStatus;
  readonly level: ParticipantAccessLevel;
  readonly isRestricted: boolean;
  readonly lockedAt: Date | null;
  readonly isTemplate: boolean;
  readonly createdBy: UserId;
  readonly creatorName: string;
  readonly updatedBy: UserId;
  readonly updaterName: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
}

/** Documents as one person sees them; none that is not there for them. `wanted` is about the alias `d`. */
function documentsFor(userId: UserId, wanted: RawBuilder<unknown>): RawBuilder<DocumentRow> {
  return documentsBy(userId, wanted, {
    isBelow: sql`document_level(d.parent_id, ${userId}) is not null`,
    levels: sql`cross join lateral (select document_level(d.id, ${userId}) as level offset 0) l`,
  });
}

/** The same for lists of a workspace, where many documents are judged at once. */
export function documentsOfMany(
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  wanted: RawBuilder<unknown>,
): RawBuilder<DocumentRow> {
  const rows = documentsBy(userId, sql`d.workspace_id = ${workspaceId} and ${wanted}`, {
    // Looked up in a hash, however few documents the planner expects.
    isBelow: sql`d.parent_id in (select document_id from readable)`,
    levels: sql`join readable l on l.document_id = d.id`,
  });
  return sql<DocumentRow>`
    with readable as materialized (select * from readable_documents(${userId}, ${workspaceId})) ${rows}`;
}

interface Judged {
  /** The parent is there for the reader, too. */
  readonly isBelow: RawBuilder<unknown>;
  /** Joins the levels as `l`. */
  readonly levels: RawBuilder<unknown>;
}

function documentsBy(
  userId: UserId,
  wanted: RawBuilder<unknown>,
  { isBelow, levels }: Judged,
): RawBuilder<DocumentRow> {
  return sql<DocumentRow>`
    select d.id, d.workspace_id as "workspaceId", d.room_id as "roomId", d.position, d.title, d.icon, d.status,
      l.level, d.is_restricted as "isRestricted", d.locked_at as "lockedAt", d.is_template as "isTemplate", d.created_by as "createdBy",
      c.full_name as "creatorName", d.updated_by as "updatedBy", e.full_name as "updaterName",
      d.created_at as "createdAt", d.updated_at as "updatedAt", d.deleted_at as "deletedAt",
      case when ${isBelow} then d.parent_id end as "parentId",
      (select m.slug from room_membership m
        where m.room_id = d.room_id and m.user_id = ${userId}
          and (m.access_status = 'ACCEPTED' or m.access_type <> 'PRIVATE')) as slug
    from documents d
    ${levels}
    join users c on c.id = d.created_by
    join users e on e.id = d.updated_by
    where l.level is not null and ${wanted}`;
}

/** The document as this person sees it, undefined where it is not there for them in their active workspace. */
export async function findDocument(
  db: Db,
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  id: DocumentId,
): Promise<DocumentRow | undefined> {
  const { rows } = await documentsFor(
    userId,
    sql`d.id = ${id} and d.workspace_id = ${workspaceId}`,
  ).execute(db);
  return rows[0];
}

/** Keeps everybody else from changing the document until the transaction ends. */
export async function lockDocumentRow(tx: Tx, id: DocumentId): Promise<void> {
  await sql`select from documents where id = ${id} for no key update`.execute(tx);
}

/** Keeps the tree of a workspace as it is until the transaction ends: two moves at once could make a circle. */
export async function lockTree(tx: Tx, workspaceId: WorkspaceId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('colbin.documents ' || ${workspaceId}::text, 0))`.execute(
    tx,
  );
}

/** A word that is looked for, as it was typed and as search compares it. */
export interface SearchedWord {
  readonly typed: string;
  readonly folded: string;
}

const scopes: Readonly<Record<DocumentScope, (userId: UserId) => RawBuilder<unknown>>> = {
  all: () => sql`d.status = 'ACTIVE'`,
  mine: (userId) => sql`d.status = 'ACTIVE' and d.created_by = ${userId}`,
  shared: (userId) => sql`d.status = 'ACTIVE' and d.created_by <> ${userId} and d.room_id is null`,
  templates: () => sql`d.status = 'ACTIVE' and d.is_template`,
  archived: () => sql`d.status = 'ARCHIVED'`,
  // Leaders may bring it back.
  trash: () => sql`d.status = 'DELETED' and l.level in ('OWNER', 'ADMIN')`,
};

export interface DocumentQuestion {
  readonly scope: DocumentScope;
  /** All of these words, in the title or in the text. */
  readonly words?: readonly SearchedWord[];
  /** With a link to this document. */
  readonly linksTo?: DocumentId;
  readonly roomId?: RoomId | undefined;
  readonly parentId?: DocumentId | undefined;
}

export interface FoundRow extends DocumentRow {
  readonly total: number;
  /** Null where the text does not have the first of the words as it was typed. */
  readonly excerpt: string | null;
  readonly excerptAt: number | null;
}

/** The last changed first. */
export async function listDocumentRows(
  db: Db,
  { userId, workspaceId }: Pick<Actor, "userId" | "workspaceId">,
  { scope, words = [], linksTo, roomId, parentId }: DocumentQuestion,
  { limit, offset }: Portion,
): Promise<{ rows: FoundRow[] }> {
  const wanted = [scopes[scope](userId)];
  for (const word of words) wanted.push(hasWord(word));
  if (linksTo !== undefined)
    wanted.push(sql`d.id in (
      select document_id from document_references where kind = 'document' and target_id = ${linksTo})`);
  if (roomId !== undefined) wanted.push(sql`d.room_id = ${roomId}`);
  if (parentId !== undefined) wanted.push(sql`d.parent_id = ${parentId}`);
  const found = documentsOfMany({ userId, workspaceId }, sql.join(wanted, sql` and `));
  const [first = null] = words.map(({ typed }) => typed.toLowerCase());
  return sql<FoundRow>`
    select p.*, x.excerpt, x.at as "excerptAt"
    from (
      select f.*, count(*) over ()::int as total from (${found}) f
      order by f."updatedAt" desc, f.id limit ${limit} offset ${offset}
    ) p
    left join lateral (
      select substr(s.text, greatest(w.at - ${EXCERPT_BEFORE}, 1), ${EXCERPT_CHARS}) as excerpt, w.at
      from document_states s
      cross join lateral (select strpos(lower(left(s.text, ${SEARCHED_CHARS})), ${first}::text) as at) w
      where ${first}::text is not null and s.document_id = p.id and w.at > 0
    ) x on true
    order by p."updatedAt" desc, p.id`.execute(db);
}

/** Part of the text in an excerpt, and before the word. */
const EXCERPT_CHARS = 160;
export const EXCERPT_BEFORE = 40;
/** A word that comes later in the text has no excerpt. */
const SEARCHED_CHARS = 500_000;

/** An index of trigrams knows no shorter ones: these are looked for in titles alone. */
const WORD_MIN_CHARS = 3;

function hasWord({ typed, folded }: SearchedWord): RawBuilder<unknown> {
  const inTitle = sql`d.title ilike ${containing(typed)}`;
  if (folded.length < WORD_MIN_CHARS) return inTitle;
  return sql`(${inTitle} or d.id in (select document_id from document_search where text like ${containing(folded)}))`;
}

interface NewDocument {
  readonly id: DocumentId;
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId | null;
  readonly parentId: DocumentId | null;
  readonly position: string;
  readonly title: string;
  readonly icon: string | null;
  readonly by: UserId;
  readonly at: Date;
}

export async function insertDocument(tx: Tx, row: NewDocument): Promise<void> {
  await sql`
    insert into documents (id, workspace_id, room_id, parent_id, position, title, icon, created_by, updated_by, created_at, updated_at)
    values (${row.id}, ${row.workspaceId}, ${row.roomId}, ${row.parentId}, ${row.position}, ${row.title}, ${row.icon}, ${row.by}, ${row.by},
      ${row.at}, ${row.at})`.execute(tx);
}

export interface DocumentPlace {
  readonly workspaceId: WorkspaceId;
  readonly roomId: RoomId | null;
  readonly parentId: DocumentId | null;
}

/** Positions beside a place among those with the same parent: of the document that it stands behind, and of the next one. */
export async function findNeighbours(
  tx: Tx,
  { workspaceId, roomId, parentId }: DocumentPlace,
  afterId: DocumentId | "last" | null,
): Promise<{ readonly before: string | null; readonly after: string | null }> {
  const siblings = sql`documents d where d.workspace_id = ${workspaceId} and d.room_id is not distinct from ${roomId}
    and d.parent_id is not distinct from ${parentId}`;
  const before =
    afterId === null
      ? sql`null::text`
      : afterId === "last"
        ? sql`(select max(d.position) from ${siblings})`
        : sql`(select d.position from ${siblings} and d.id = ${afterId})`;
  const { rows } = await sql<{ before: string | null; after: string | null }>`
    select b.position as before,
      (select min(d.position) from ${siblings} and (b.position is null or d.position > b.position)) as after
    from (select ${before} as position) b`.execute(tx);
  return rows[0] ?? { before: null, after: null };
}

/** The document right above, whether somebody may see it or not. */
export async function readParent(tx: Tx, id: DocumentId): Promise<DocumentId | null> {
  const { rows } = await sql<{ parentId: DocumentId | null }>`
    select parent_id as "parentId" from documents where id = ${id}`.execute(tx);
  return rows[0]?.parentId ?? null;
}

/** How many documents stand above, the document included; and whether one of them is `under`. */
export async function readLine(
  tx: Db,
  id: DocumentId,
  under: DocumentId,
): Promise<{ readonly depth: number; readonly isUnder: boolean }> {
  const { rows } = await sql<{ depth: number; isUnder: boolean }>`
    with recursive line as (
      select id, parent_id, 1 as depth from documents where id = ${id}
      union all
      select d.id, d.parent_id, l.depth + 1 from line l join documents d on d.id = l.parent_id where l.depth < 50
    )
    select coalesce(max(depth), 0)::int as depth, coalesce(bool_or(id = ${under}), false) as "isUnder" from line`.execute(
    tx,
  );
  return rows[0] ?? { depth: 0, isUnder: false };
}

/** How many levels stand below, the document included. */
export async function readHeight(tx: Tx, id: DocumentId): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    with recursive tree as (
      select id, 1 as height from documents where id = ${id}
      union all
      select d.id, t.height + 1 from tree t join documents d on d.parent_id = t.id where t.height < 50
    )
    select max(height)::int as height from tree`.execute(tx);
  return rows[0]?.height ?? 0;
}

export async function updatePlace(
  tx: Tx,
  id: DocumentId,
  { parentId, position }: Pick<DocumentRow, "parentId" | "position">,
): Promise<void> {
  await sql`
    update documents set parent_id = ${parentId}, position = ${position} where id = ${id}`.execute(
    tx,
  );
}

export interface DocumentChange {
  readonly title?: string | undefined;
  readonly icon?: string | null | undefined;
}

export async function updateDocumentRow(
  tx: Tx,
  id: DocumentId,
  { title, icon }: DocumentChange,
  { by, at }: { readonly by: UserId; readonly at: Date },
): Promise<void> {
  await sql`
    update documents set title = coalesce(${title ?? null}, title),
      icon = ${icon === undefined ? sql`icon` : icon}, updated_by = ${by}, updated_at = ${at}
    where id = ${id}`.execute(tx);
}

export async function updateLocked(tx: Tx, id: DocumentId, at: Date | null): Promise<void> {
  await sql`update documents set locked_at = ${at} where id = ${id}`.execute(tx);
}

export async function updateTemplate(tx: Tx, id: DocumentId, isTemplate: boolean): Promise<void> {
  await sql`update documents set is_template = ${isTemplate} where id = ${id}`.execute(tx);
}

export async function updateArchived(tx: Tx, id: DocumentId, isArchived: boolean): Promise<void> {
  await sql`
    update documents set status = ${isArchived ? "ARCHIVED" : "ACTIVE"}
    where id = ${id} and status <> 'DELETED'`.execute(tx);
}
