import {
  compareReactions,
  mentionsIn,
  type CommentAnchor,
  type DocumentComment,
  type MentionedPerson,
  type UserId,
} from "@colbin/protocol";
import type { CommentRow } from "./comments.queries.ts";

/** `people` are those of the workspace whom comments name. */
export function toComment(
  row: CommentRow,
  people: ReadonlyMap<UserId, MentionedPerson>,
): DocumentComment {
  const { id, documentId, parentId, body, editedAt } = row;
  return {
    id,
    documentId,
    parentId,
    author: { id: row.authorId, fullName: row.authorName, avatar_url: row.authorPicture },
    body,
    mentions: mentionsIn(body).userIds.flatMap((userId) => people.get(userId) ?? []),
    reactions: row.reactions
      .map((each) => ({ ...each, timestamp: new Date(each.timestamp).toISOString() }))
      .toSorted(compareReactions),
    createdAt: row.createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    thread: toThread(row),
  };
}

function toThread(row: CommentRow): DocumentComment["thread"] {
  const { state, quotedText, resolvedBy, suggestion, outcome } = row;
  if (state === null) return null;
  const resolver = resolvedBy && { id: resolvedBy, fullName: row.resolverName ?? "" };
  return { anchor: anchorOf(row), quotedText, state, resolvedBy: resolver, suggestion, outcome };
}

/** Null for a thread about the whole document. */
export function anchorOf({
  anchorStart: start,
  anchorEnd: end,
}: Pick<CommentRow, "anchorStart" | "anchorEnd">): CommentAnchor | null {
  return start === null || end === null ? null : { start, end };
}
