import {
  hasPermission,
  isLeadingLevel,
  type CommentId,
  type Document,
  type DocumentComment,
  type UserId,
} from "@colbin/protocol";
import type { TextRange } from "@colbin/documents";
import { mayWriteIn } from "./document-acts.ts";

/** A comment with its replies. */
export interface CommentThread {
  readonly head: DocumentComment & { readonly thread: NonNullable<DocumentComment["thread"]> };
  readonly replies: readonly DocumentComment[];
}

/** May the person comment? The server judges it again. */
export function mayComment({ status, level }: Pick<Document, "status" | "level">): boolean {
  return status === "ACTIVE" && hasPermission(level, "COMMENT");
}

export function mayDelete(
  document: Pick<Document, "status" | "level">,
  { author }: DocumentComment,
  ownId: UserId | undefined,
): boolean {
  return mayComment(document) && (author.id === ownId || isLeadingLevel(document.level));
}

/** May the person end a thread, or open it again? An accepted suggestion stays so: its text would be written twice. */
export function mayResolve(
  document: Pick<Document, "status" | "level">,
  { author, thread }: DocumentComment,
  ownId: UserId | undefined,
): boolean {
  return (
    mayComment(document) &&
    thread?.outcome !== "accepted" &&
    (author.id === ownId || hasPermission(document.level, "WRITE"))
  );
}

/** May the person write what a suggestion proposes? Not where the text is gone that it is about. */
export function mayAccept(
  document: Parameters<typeof mayWriteIn>[0],
  { thread: { suggestion, state } }: CommentThread["head"],
): boolean {
  return suggestion !== null && state === "open" && mayWriteIn(document);
}

/** The threads among these comments, each with its replies in their order. */
export function toThreads(comments: readonly DocumentComment[]): readonly CommentThread[] {
  const replies = Map.groupBy(comments, ({ parentId }) => parentId);
  return comments.flatMap((head) => {
    const { thread } = head;
    return thread ? [{ head: { ...head, thread }, replies: replies.get(head.id) ?? [] }] : [];
  });
}

/** In the order of the text: those about the whole document first, those whose text is gone last. */
export function inTextOrder(
  threads: readonly CommentThread[],
  places: ReadonlyMap<CommentId, TextRange>,
): readonly CommentThread[] {
  const placeOf = ({ head }: CommentThread): number =>
    head.thread.anchor === null ? -1 : (places.get(head.id)?.from ?? Number.MAX_SAFE_INTEGER);
  return threads.toSorted((one, other) => placeOf(one) - placeOf(other));
}
