import { randomUUIDv7 } from "node:crypto";
import {
  COMMENT_MAX_CHARS,
  COMMENT_QUOTE_MAX_LENGTH,
  COMMENTS_PER_DOCUMENT_MAX,
  composeText,
  emojiNameOf,
  isBlank,
  MENTIONS_MAX,
  mentionsIn,
  REACTIONS_DISTINCT_MAX,
  REACTIONS_PER_PERSON_MAX,
  toReaction,
  type CommentId,
  type DocumentComment,
  type DocumentId,
  type InputOf,
  type ReplyOf,
  type WorkspaceId,
} from "@colbin/protocol";
import { readAnchoredText } from "@colbin/documents";
import type { Doc } from "yjs";
import { isKnownEmoji } from "#server/features/emoji/emoji.service.ts";
import { cleanContent } from "#server/features/messages/messages.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import { AppError, notAllowed } from "#server/platform/app-error.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Db, Tx } from "#server/platform/db/database.ts";
import { runTransaction } from "#server/platform/db/transaction.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import {
  countComments,
  countReactions,
  deleteComment,
  deleteReaction,
  findComment,
  insertComment,
  insertReaction,
  listAnchored,
  listCommentRows,
  listMentioned,
  swapStates,
  updateBody,
  updateState,
  type AnchoredThread,
  type CommentRow,
} from "./comments.queries.ts";
import { anchorOf, toComment } from "./comments.view.ts";
import { requireDocument, requireDocumentForChange } from "./documents.access.ts";
import type { DocumentRow } from "./documents.queries.ts";
import { reaches, toPlainText } from "./documents.rules.ts";
import { notifyCommented, notifyMentioned } from "./telling.service.ts";

export interface CommentDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly contents: {
    copy(id: DocumentId): Promise<Doc>;
    /** Tells everybody who has the document open that its comments have changed. */
    tellComments(id: DocumentId): void;
  };
}

/** All comments of a document that the caller may read, the oldest first. */
export async function listComments(
  { db }: Pick<CommentDeps, "db">,
  actor: Actor,
  id: DocumentId,
): Promise<ReplyOf<"listDocumentComments">> {
  const { workspaceId } = await requireDocument(db, actor, id);
  return { results: await show(db, workspaceId, await listCommentRows(db, id)) };
}

/**
 * Begins a thread, or replies in one, by whoever may comment; those whom it concerns are told. A suggestion is a thread about a part of
 * the text, and changes nothing in it.
 */
export async function createComment(
  deps: CommentDeps,
  actor: Actor,
  id: DocumentId,
  { parentId, ...input }: InputOf<"createDocumentComment">["body"],
): Promise<DocumentComment> {
  const part = toPart({ parentId, ...input });
  const body = part.suggestion !== null && input.body === "" ? "" : toBody(input.body);
  const commentId = randomUUIDv7() as CommentId;
  return changeComment(deps, actor, { id, commentId }, async (tx, document) => {
    if ((await countComments(tx, id)) >= COMMENTS_PER_DOCUMENT_MAX)
      throw new AppError("COMMENT_LIMIT_REACHED", { max: COMMENTS_PER_DOCUMENT_MAX });
    if (parentId !== null && (await requireComment(tx, id, parentId)).parentId !== null)
      throw notAllowed("parentId");
    await insertComment(tx, {
      id: commentId,
      documentId: id,
      parentId,
      authorId: actor.userId,
      body,
      at: deps.clock.now(),
      ...part,
    });
    const mentioned = await listMentioned(tx, document.workspaceId, mentionsIn(body).userIds);
    const words = [body, part.suggestion, part.quotedText].find(Boolean) ?? "";
    const said = { document, threadId: parentId ?? commentId, commentId, body: words, mentioned };
    const { userId: actorId } = actor;
    await notifyMentioned(tx, deps, { ...said, actorId });
    await notifyCommented(tx, deps, { ...said, actorId });
  });
}

/** Another body, by its author alone; people whom it names now and did not before are told. */
export async function updateComment(
  deps: CommentDeps,
  actor: Actor,
  place: CommentPlace,
  input: InputOf<"updateDocumentComment">["body"],
): Promise<DocumentComment> {
  const body = toBody(input.body);
  return changeComment(deps, actor, place, async (tx, document) => {
    const {
      authorId,
      parentId,
      body: before,
    } = await requireComment(tx, place.id, place.commentId);
    if (authorId !== actor.userId) throw new AppError("ACCESS_LEVEL_TOO_LOW");
    if (body === before) return;
    await updateBody(tx, place.commentId, body, deps.clock.now());
    const known = new Set(mentionsIn(before).userIds);
    const added = mentionsIn(body).userIds.filter((userId) => !known.has(userId));
    const mentioned = await listMentioned(tx, document.workspaceId, added);
    const threadId = parentId ?? place.commentId;
    const { userId: actorId } = actor;
    await notifyMentioned(tx, deps, { ...place, document, threadId, body, mentioned, actorId });
  });
}

/** Deletes a comment of the caller, or any one as ADMIN; the first one of a thread goes with its replies. */
export async function removeComment(
  deps: CommentDeps,
  actor: Actor,
  { id, commentId }: CommentPlace,
): Promise<void> {
  await runTransaction(deps.db, async (tx) => {
    const { level } = await requireCommentable(tx, actor, id);
    const { authorId } = await requireComment(tx, id, commentId);
    if (authorId !== actor.userId && !reaches(level, "ADMIN"))
      throw new AppError("ACCESS_LEVEL_TOO_LOW");
    await deleteComment(tx, commentId);
  });
  deps.contents.tellComments(id);
}

/**
 * Says that a thread is done, or opens it again: by who began it, or who may write; a reply has no state. A suggestion that is done by
 * that is declined; one that was accepted is not opened again, SUGGESTION_ACCEPTED.
 */
export async function resolveThread(
  deps: CommentDeps,
  actor: Actor,
  place: CommentPlace,
  isDone: boolean,
): Promise<DocumentComment> {
  // The copy is work, and changeComment() judges after it.
  await requireDocument(deps.db, actor, place.id, "COMMENT");
  const text = isDone ? undefined : await deps.contents.copy(place.id);
  return changeComment(deps, actor, place, async (tx, { level }) => {
    const row = await requireComment(tx, place.id, place.commentId);
    const { authorId, state } = row;
    if (state === null) throw new AppError("COMMENT_NOT_FOUND");
    if (authorId !== actor.userId && !reaches(level, "WRITE"))
      throw new AppError("ACCESS_LEVEL_TOO_LOW");
    if ((state === "resolved") === isDone) return;
    const anchor = anchorOf(row);
    // The text has it, and would get it twice.
    if (row.outcome === "accepted") throw new AppError("SUGGESTION_ACCEPTED");
    const isGone = text && anchor && isOrphan(text, { ...anchor, quotedText: row.quotedText });
    const open = isGone ? "orphaned" : "open";
    const next = isDone
      ? ({ state: "resolved", by: actor.userId, outcome: "declined" } as const)
      : ({ state: open, by: null, outcome: null } as const);
    await updateState(tx, place.commentId, next);
  });
}

/** Adds the caller's reaction to a comment, or takes it back. */
export async function reactToComment(
  deps: CommentDeps,
  actor: Actor,
  place: CommentPlace,
  input: InputOf<"reactToDocumentComment">["body"],
): Promise<DocumentComment> {
  const emoji = toReaction(input.emoji);
  if (emoji === undefined) throw new AppError("EMOJI_INVALID");
  return changeComment(deps, actor, place, async (tx) => {
    const { id } = await requireComment(tx, place.id, place.commentId);
    const key = { id, userId: actor.userId, emoji };
    // A reaction that nobody can add any more is still taken back.
    if (await deleteReaction(tx, key)) return;
    const name = emojiNameOf(emoji);
    if (name !== undefined && !(await isKnownEmoji(tx, actor.workspaceId, name)))
      throw new AppError("EMOJI_INVALID");
    const { own, distinct, isThere } = await countReactions(tx, key);
    if (own >= REACTIONS_PER_PERSON_MAX)
      throw new AppError("REACTION_LIMIT_REACHED", { max: REACTIONS_PER_PERSON_MAX });
    if (!isThere && distinct >= REACTIONS_DISTINCT_MAX)
      throw new AppError("REACTION_LIMIT_REACHED", { max: REACTIONS_DISTINCT_MAX });
    await insertReaction(tx, key, deps.clock.now());
  });
}

/**
 * Threads whose text is gone from the document are orphaned, and open again once it is back (rules-collab 26); answers whether one has
 * changed. The caller holds the document.
 */
export async function judgeThreads(tx: Tx, id: DocumentId, doc: Doc): Promise<boolean> {
  const threads = await listAnchored(tx, id);
  if (threads.length === 0) return false;
  const text = readAnchoredText(doc);
  const changed = threads.filter(
    (thread) =>
      (text.find(thread, thread.quotedText) === undefined) !== (thread.state === "orphaned"),
  );
  if (changed.length === 0) return false;
  await swapStates(
    tx,
    changed.map((thread) => thread.id),
  );
  return true;
}

function isOrphan(doc: Doc, thread: Pick<AnchoredThread, "start" | "end" | "quotedText">): boolean {
  return readAnchoredText(doc).find(thread, thread.quotedText) === undefined;
}

export interface CommentPlace {
  readonly id: DocumentId;
  readonly commentId: CommentId;
}

/** Makes a change of one comment beside a document that the caller may comment on; all who have that open are told. */
export async function changeComment(
  deps: CommentDeps,
  actor: Actor,
  { id, commentId }: CommentPlace,
  run: (tx: Tx, document: DocumentRow) => Promise<void>,
): Promise<DocumentComment> {
  const comment = await runTransaction(deps.db, async (tx) => {
    const document = await requireCommentable(tx, actor, id);
    await run(tx, document);
    const [shown] = await show(tx, document.workspaceId, [await requireComment(tx, id, commentId)]);
    return shown;
  });
  if (!comment) throw new Error("A comment is shown as one");
  deps.contents.tellComments(id);
  return comment;
}

/** A lock stops edits, not comments (rules-collab 30); what is archived or in the trash stays as it is. */
async function requireCommentable(tx: Tx, actor: Actor, id: DocumentId): Promise<DocumentRow> {
  const document = await requireDocumentForChange(tx, actor, id, "COMMENT");
  if (document.status !== "ACTIVE") throw new AppError("DOCUMENT_LOCKED");
  return document;
}

/** A comment of this document, for a caller whose way to that was judged. */
export async function requireComment(
  db: Db,
  id: DocumentId,
  commentId: CommentId,
): Promise<CommentRow> {
  const comment = await findComment(db, id, commentId);
  if (!comment) throw new AppError("COMMENT_NOT_FOUND");
  return comment;
}

/** The part of the text that a new comment is about, which none has that replies. */
function toPart({
  parentId,
  anchor,
  quotedText,
  suggestion,
}: InputOf<"createDocumentComment">["body"]) {
  if (suggestion !== null) {
    const [before, after] = [toPlainText(quotedText), toPlainText(suggestion)];
    if (parentId !== null || anchor === null || before === "" || before === after)
      throw notAllowed("suggestion");
    return { anchor, quotedText: before, suggestion: after };
  }
  if (quotedText.length > COMMENT_QUOTE_MAX_LENGTH) throw notAllowed("quotedText");
  if (parentId !== null || anchor === null)
    return { anchor: null, quotedText: "", suggestion: null };
  return { anchor, quotedText: cleanContent(quotedText), suggestion: null };
}

function toBody(input: string): string {
  const body = composeText(input, COMMENT_MAX_CHARS, cleanContent);
  if (body === undefined || isBlank(body)) throw notAllowed("body");
  if (mentionsIn(body).userIds.length > MENTIONS_MAX)
    throw new AppError("MENTION_LIMIT_REACHED", { max: MENTIONS_MAX });
  return body;
}

async function show(
  db: Db,
  workspaceId: WorkspaceId,
  rows: readonly CommentRow[],
): Promise<DocumentComment[]> {
  const named = new Set(rows.flatMap(({ body }) => mentionsIn(body).userIds));
  const people = await listMentioned(db, workspaceId, [...named]);
  const byId = new Map(people.map((person) => [person.userId, person]));
  return rows.map((row) => toComment(row, byId));
}
