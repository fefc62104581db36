import {
  withMentionWords,
  type CommentId,
  type MentionedPerson,
  type ParticipantAccessLevel,
  type UserId,
} from "@colbin/protocol";
import { notify } from "#server/features/notifications/notifications.service.ts";
import type { Actor } from "#server/platform/actor.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Jobs } from "#server/platform/jobs/jobs.ts";
import { listThreadAuthors } from "./comments.queries.ts";
import type { DocumentRow } from "./documents.queries.ts";

/*
 * Whom documents tell what. Whether somebody may open the document, and is told at all, is decided by the notifications.
 */

type TellingDeps = { readonly jobs: Jobs };
export type ToldDocument = Pick<DocumentRow, "id" | "workspaceId" | "title" | "createdBy">;

function toDocumentFacts({ id: documentId, workspaceId, title }: ToldDocument) {
  return { documentId, workspaceId, title };
}

/** Has a person told that they were given a level on a document. */
export async function notifyShared(
  tx: Tx,
  deps: TellingDeps,
  actor: Actor,
  {
    document,
    userId,
    level,
  }: {
    readonly document: ToldDocument;
    readonly userId: UserId;
    readonly level: ParticipantAccessLevel;
  },
): Promise<void> {
  const facts = { ...toDocumentFacts(document), level };
  await notify(tx, deps, { type: "DOCUMENT_SHARED", userId, actorId: actor.userId, facts });
}

/** A comment as people are told of it. */
export interface SaidComment {
  readonly document: ToldDocument;
  readonly threadId: CommentId;
  readonly commentId: CommentId;
  readonly body: string;
  readonly actorId: UserId;
  /** People of the workspace whom it names, and who are to be told of that. */
  readonly mentioned: readonly MentionedPerson[];
}

/** Of the words of a comment. */
const TEXT_CHARS = 200;

function toCommentFacts({ document, commentId, body, mentioned }: SaidComment) {
  const names = new Map(mentioned.map(({ userId, fullName }) => [userId, fullName]));
  const text = withMentionWords(body, (mention) =>
    mention.kind === "user"
      ? `@${names.get(mention.userId) ?? "somebody"}`
      : mention.kind === "room"
        ? "#room"
        : `@${mention.kind}`,
  );
  return {
    ...toDocumentFacts(document),
    commentId,
    text: text.slice(0, TEXT_CHARS).toWellFormed(),
  };
}

/** Has the people told whom a comment names. */
export async function notifyMentioned(tx: Tx, deps: TellingDeps, said: SaidComment): Promise<void> {
  const { actorId, mentioned, commentId: cause } = said;
  const facts = toCommentFacts(said);
  const event = { type: "DOCUMENT_MENTION", actorId, facts, cause } as const;
  for (const { userId } of mentioned) await notify(tx, deps, { ...event, userId });
}

/** Has the people told whom the text of a document names now, once a day. */
export async function notifyNamed(
  tx: Tx,
  deps: TellingDeps,
  {
    document,
    actorId,
    people,
    day,
  }: {
    readonly document: ToldDocument;
    readonly actorId: UserId;
    readonly people: readonly UserId[];
    readonly day: string;
  },
): Promise<void> {
  const facts = { ...toDocumentFacts(document), text: "" };
  for (const userId of people)
    await notify(tx, deps, {
      type: "DOCUMENT_MENTION",
      userId,
      // Nobody is told of what they did themselves, and here that is not known.
      actorId: userId === actorId ? null : actorId,
      facts,
      cause: `${document.id} ${userId} ${day}`,
    });
}

/** Has the author of the document and the earlier people of the thread told of a comment, if it does not name them. */
export async function notifyCommented(tx: Tx, deps: TellingDeps, said: SaidComment): Promise<void> {
  const { actorId, document, threadId, mentioned, commentId: cause } = said;
  const concerned = new Set([document.createdBy, ...(await listThreadAuthors(tx, threadId))]);
  for (const { userId } of mentioned) concerned.delete(userId);
  concerned.delete(actorId);
  const event = {
    type: "DOCUMENT_COMMENTED",
    actorId,
    facts: toCommentFacts(said),
    cause,
  } as const;
  for (const userId of concerned) await notify(tx, deps, { ...event, userId });
}
