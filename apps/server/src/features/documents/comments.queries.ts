import {
  REACTION_NAMES_MAX,
  type CommentAnchor,
  type CommentId,
  type CommentState,
  type DocumentId,
  type MentionedPerson,
  type SuggestionOutcome,
  type UserId,
  type WorkspaceId,
} from "@colbin/protocol";
import { sql, type RawBuilder } from "kysely";
import type { Db, Tx } from "#server/platform/db/database.ts";

interface ReactionEntry {
  readonly emoji: string;
  readonly count: number;
  readonly users: UserId[];
  readonly userNames: string[];
  readonly timestamp: string;
}

export interface CommentRow {
  readonly id: CommentId;
  readonly documentId: DocumentId;
  readonly parentId: CommentId | null;
  readonly authorId: UserId;
  readonly authorName: string;
  readonly authorPicture: string | null;
  readonly body: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
  readonly anchorStart: string | null;
  readonly anchorEnd: string | null;
  readonly quotedText: string;
  /** Null for a reply. */
  readonly state: CommentState | null;
  readonly resolvedBy: UserId | null;
  readonly resolverName: string | null;
  readonly suggestion: string | null;
  readonly outcome: SuggestionOutcome | null;
  readonly reactions: readonly ReactionEntry[];
}

/** `wanted` is about the alias `c`. */
function commentsThat(wanted: RawBuilder<unknown>): RawBuilder<CommentRow> {
  return sql<CommentRow>`
    select c.id, c.document_id as "documentId", c.parent_id as "parentId", c.author_id as "authorId", a.full_name as "authorName",
      a.avatar_url as "authorPicture", c.body, c.created_at as "createdAt", c.edited_at as "editedAt",
      c.anchor_start as "anchorStart", c.anchor_end as "anchorEnd", c.quoted_text as "quotedText", c.state,
      c.resolved_by as "resolvedBy", r.full_name as "resolverName", c.suggestion, c.outcome,
      (
        select coalesce(jsonb_agg(to_jsonb(e)), '[]') from (
          select x.emoji, count(*)::int as count, min(x.created_at) as timestamp,
            (array_agg(u.id order by x.created_at))[1:${REACTION_NAMES_MAX}] as users,
            (array_agg(u.full_name order by x.created_at))[1:${REACTION_NAMES_MAX}] as "userNames"
          from document_comment_reactions x join users u on u.id = x.user_id
          where x.comment_id = c.id group by x.emoji
        ) e
      ) as reactions
    from document_comments c
    join users a on a.id = c.author_id
    left join users r on r.id = c.resolved_by
    where ${wanted}
    order by c.created_at, c.id`;
}

/** Of a document, the oldest first. */
export async function listCommentRows(db: Db, id: DocumentId): Promise<CommentRow[]> {
  const { rows } = await commentsThat(sql`c.document_id = ${id}`).execute(db);
  return rows;
}

/** Undefined where the document has no such comment. */
export async function findComment(
  db: Db,
  documentId: DocumentId,
  id: CommentId,
): Promise<CommentRow | undefined> {
  const { rows } = await commentsThat(sql`c.id = ${id} and c.document_id = ${documentId}`).execute(
    db,
  );
  return rows[0];
}

export async function countComments(tx: Tx, id: DocumentId): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from document_comments where document_id = ${id}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** People of a workspace among these, by name. */
export async function listMentioned(
  db: Db,
  workspaceId: WorkspaceId,
  userIds: readonly UserId[],
): Promise<MentionedPerson[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<MentionedPerson>`
    select u.id as "userId", u.full_name as "fullName" from users u
    where u.id = any(${[...userIds]}::uuid[]) and exists (
      select from workspace_membership m where m.workspace_id = ${workspaceId} and m.user_id = u.id)`.execute(
    db,
  );
  return rows;
}

/** Everybody who wrote in a thread. */
export async function listThreadAuthors(tx: Tx, threadId: CommentId): Promise<UserId[]> {
  const { rows } = await sql<{ id: UserId }>`
    select distinct author_id as id from document_comments
    where id = ${threadId} or parent_id = ${threadId}`.execute(tx);
  return rows.map(({ id }) => id);
}

interface NewComment {
  readonly id: CommentId;
  readonly documentId: DocumentId;
  readonly parentId: CommentId | null;
  readonly authorId: UserId;
  readonly body: string;
  readonly at: Date;
  readonly anchor: CommentAnchor | null;
  readonly quotedText: string;
  readonly suggestion: string | null;
}

export async function insertComment(tx: Tx, row: NewComment): Promise<void> {
  await sql`
    insert into document_comments
      (id, document_id, parent_id, author_id, body, created_at, anchor_start, anchor_end, quoted_text, suggestion, state)
    values (${row.id}, ${row.documentId}, ${row.parentId}, ${row.authorId}, ${row.body}, ${row.at},
      ${row.anchor?.start ?? null}, ${row.anchor?.end ?? null}, ${row.quotedText}, ${row.suggestion}, ${row.parentId === null ? "open" : null})`.execute(
    tx,
  );
}

export async function updateBody(tx: Tx, id: CommentId, body: string, at: Date): Promise<void> {
  await sql`update document_comments set body = ${body}, edited_at = ${at} where id = ${id}`.execute(
    tx,
  );
}

/** With its replies. */
export async function deleteComment(tx: Tx, id: CommentId): Promise<void> {
  await sql`delete from document_comments where id = ${id}`.execute(tx);
}

interface NewState {
  readonly state: CommentState;
  readonly by: UserId | null;
  /** For a suggestion that is resolved; nothing is noted of it on other threads. */
  readonly outcome: SuggestionOutcome | null;
}

export async function updateState(
  tx: Tx,
  id: CommentId,
  { state, by, outcome }: NewState,
): Promise<void> {
  await sql`
    update document_comments set state = ${state}, resolved_by = ${by},
      outcome = case when suggestion is not null then ${outcome}::text end
    where id = ${id}`.execute(tx);
}

export interface AnchoredThread extends CommentAnchor {
  readonly id: CommentId;
  readonly quotedText: string;
  readonly state: CommentState;
}

/** Threads of a document about a part of its text that are not resolved. */
export async function listAnchored(db: Db, id: DocumentId): Promise<AnchoredThread[]> {
  const { rows } = await sql<AnchoredThread>`
    select id, anchor_start as start, anchor_end as end, quoted_text as "quotedText", state from document_comments
    where document_id = ${id} and state in ('open', 'orphaned') and anchor_start is not null`.execute(
    db,
  );
  return rows;
}

/** Each of these changes between `open` and `orphaned`. */
export async function swapStates(tx: Tx, ids: readonly CommentId[]): Promise<void> {
  await sql`
    update document_comments set state = case state when 'open' then 'orphaned' else 'open' end
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

interface ReactionKey {
  readonly id: CommentId;
  readonly userId: UserId;
  readonly emoji: string;
}

/** False where it was not there. */
export async function deleteReaction(tx: Tx, { id, userId, emoji }: ReactionKey): Promise<boolean> {
  const { rows } = await sql`
    delete from document_comment_reactions
    where comment_id = ${id} and user_id = ${userId} and emoji = ${emoji} returning 1`.execute(tx);
  return rows.length > 0;
}

export async function insertReaction(
  tx: Tx,
  { id, userId, emoji }: ReactionKey,
  at: Date,
): Promise<void> {
  await sql`
    insert into document_comment_reactions (comment_id, user_id, emoji, created_at)
    values (${id}, ${userId}, ${emoji}, ${at})`.execute(tx);
}

/** Counts by which one more reaction is judged. */
export async function countReactions(
  tx: Tx,
  { id, userId, emoji }: ReactionKey,
): Promise<{ readonly own: number; readonly distinct: number; readonly isThere: boolean }> {
  const { rows } = await sql<{ own: number; distinct: number; isThere: boolean }>`
    select count(*) filter (where user_id = ${userId})::int as own, count(distinct emoji)::int as "distinct",
      coalesce(bool_or(emoji = ${emoji}), false) as "isThere"
    from document_comment_reactions where comment_id = ${id}`.execute(tx);
  return rows[0] ?? { own: 0, distinct: 0, isThere: false };
}
