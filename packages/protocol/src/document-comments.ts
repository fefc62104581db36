import * as z from "zod/mini";
import { endpoint } from "./kernel/endpoint.ts";
import { defineErrors } from "./kernel/errors.ts";
import { commentId, documentId, isoTime, userId } from "./kernel/ids.ts";
import {
  COMMENT_ANCHOR_MAX_LENGTH,
  COMMENT_MAX_CHARS,
  EMOJI_MAX_LENGTH,
  SUGGESTION_MAX_LENGTH,
} from "./limits.ts";
import { mentionedPerson } from "./mentions.ts";
import { reaction } from "./messages.ts";
import { routes } from "./routes.ts";

/*
 * Comments beside the text of a document (rules-collab 2C): they change nothing in it. A suggestion is one that proposes another text for
 * the part that it is about; only accepting it changes the document.
 */

export const documentCommentErrors = defineErrors({
  COMMENT_NOT_FOUND: { status: 404, message: "Comment not found" },
  COMMENT_LIMIT_REACHED: {
    status: 409,
    message: "A document has room for {max} comments. Delete some of them first.",
  },
  SUGGESTION_OUTDATED: {
    status: 409,
    message: "The text has changed since this was suggested",
  },
  SUGGESTION_DECLINED: {
    status: 409,
    message: "This suggestion was declined. Open it again first.",
  },
  SUGGESTION_ACCEPTED: {
    status: 409,
    message: "This suggestion was accepted, and is in the text",
  },
});

export const commentStates = ["open", "resolved", "orphaned"] as const;
export type CommentState = (typeof commentStates)[number];

export const suggestionOutcomes = ["accepted", "declined"] as const;
export type SuggestionOutcome = (typeof suggestionOutcomes)[number];

const place = z
  .string()
  .check(z.minLength(1), z.maxLength(COMMENT_ANCHOR_MAX_LENGTH), z.regex(/^[\w+/]+={0,2}$/));

/** The first and the last character of the text that a thread is about: relative positions of Yjs in base64, which stay with them. */
export const commentAnchor = z.strictObject({ start: place, end: place });
export type CommentAnchor = z.infer<typeof commentAnchor>;

/** Fields of the first comment of a thread alone. */
const thread = z.object({
  /** Null: it is about the whole document. */
  anchor: z.nullable(commentAnchor),
  /** The text that it is about, as it was then; empty without an anchor. */
  quotedText: z.string(),
  /** `orphaned`: its text is gone, and it is open. */
  state: z.enum(commentStates),
  resolvedBy: z.nullable(z.object({ id: userId, fullName: z.string() })),
  /** The text that is proposed instead of the quoted one, empty to delete that; null for a comment that proposes nothing. */
  suggestion: z.nullable(z.string()),
  /** Of a suggestion that is resolved. */
  outcome: z.nullable(z.enum(suggestionOutcomes)),
});

export const documentComment = z.object({
  id: commentId,
  documentId,
  /** The first comment of the thread; null for that one itself. */
  parentId: z.nullable(commentId),
  author: z.object({ id: userId, fullName: z.string(), avatar_url: z.nullable(z.string()) }),
  body: z.string(),
  /** People of the workspace whom the body names. */
  mentions: z.array(mentionedPerson),
  reactions: z.array(reaction),
  createdAt: isoTime,
  editedAt: z.nullable(isoTime),
  /** Null for a reply. */
  thread: z.nullable(thread),
});
export type DocumentComment = z.infer<typeof documentComment>;

const documentParams = z.strictObject({ id: documentId });
const params = z.strictObject({ id: documentId, commentId });
const body = z.string().check(z.minLength(1), z.maxLength(COMMENT_MAX_CHARS));
const part = z.string().check(z.maxLength(SUGGESTION_MAX_LENGTH));
const errors = [
  "DOCUMENT_NOT_FOUND",
  "ACCESS_LEVEL_TOO_LOW",
  "DOCUMENT_LOCKED",
  "COMMENT_NOT_FOUND",
] as const;

export const listDocumentComments = endpoint({
  ...routes.listDocumentComments,
  group: "documents",
  summary: "All comments of a document that the caller may read, the oldest first",
  params: documentParams,
  reply: z.object({ results: z.array(documentComment) }),
  errors: ["DOCUMENT_NOT_FOUND"],
});

export const createDocumentComment = endpoint({
  ...routes.createDocumentComment,
  group: "documents",
  summary:
    "Begins a thread about a part of the text or about the whole document, or replies in the thread `parentId`; with `suggestion` it proposes another text for that part, and needs no body",
  params: documentParams,
  body: z.strictObject({
    body: z._default(z.string().check(z.maxLength(COMMENT_MAX_CHARS)), ""),
    parentId: z._default(z.nullable(commentId), null),
    anchor: z._default(z.nullable(commentAnchor), null),
    quotedText: z._default(part, ""),
    suggestion: z._default(z.nullable(part), null),
  }),
  status: 201,
  reply: documentComment,
  errors: [...errors, "COMMENT_LIMIT_REACHED", "MENTION_LIMIT_REACHED"],
});

export const updateDocumentComment = endpoint({
  ...routes.updateDocumentComment,
  group: "documents",
  summary: "Another body, by its author",
  params,
  body: z.strictObject({ body }),
  reply: documentComment,
  errors: [...errors, "MENTION_LIMIT_REACHED"],
});

export const deleteDocumentComment = endpoint({
  ...routes.deleteDocumentComment,
  group: "documents",
  summary: "Deletes a comment, the first one of a thread with its replies; by its author or ADMIN",
  params,
  errors,
});

export const resolveDocumentComment = endpoint({
  ...routes.resolveDocumentComment,
  group: "documents",
  summary:
    "Says that a thread is done, by who began it or WRITE; again changes nothing. A suggestion is declined by that",
  params,
  reply: documentComment,
  errors,
});

export const unresolveDocumentComment = endpoint({
  ...routes.unresolveDocumentComment,
  group: "documents",
  summary: "Opens a thread again, by who began it or WRITE; not a suggestion that was accepted",
  params,
  reply: documentComment,
  errors: [...errors, "SUGGESTION_ACCEPTED"],
});

export const acceptDocumentSuggestion = endpoint({
  ...routes.acceptDocumentSuggestion,
  group: "documents",
  summary:
    "Writes what a suggestion proposes into the document and resolves it, by WRITE; once, however often it is asked for",
  params,
  reply: documentComment,
  errors: [...errors, "SUGGESTION_OUTDATED", "SUGGESTION_DECLINED", "DOCUMENT_TOO_LARGE"],
});

export const reactToDocumentComment = endpoint({
  ...routes.reactToDocumentComment,
  group: "documents",
  summary: "Reacts to a comment with an emoji, or takes the own reaction with it back",
  params,
  body: z.strictObject({
    emoji: z.string().check(z.minLength(1), z.maxLength(EMOJI_MAX_LENGTH)),
  }),
  reply: documentComment,
  limit: "reaction",
  errors: [...errors, "EMOJI_INVALID", "REACTION_LIMIT_REACHED"],
});
