import type { VisibleMessage } from "@colbin/client";
import { MESSAGE_GROUP_MS } from "@colbin/protocol";
import { dayKey } from "#web/lib/dates.ts";

/** What the list reads of a message. */
export type ListedMessage = Pick<
  VisibleMessage,
  | "key"
  | "id"
  | "clientMessageId"
  | "authorId"
  | "authorName"
  | "authorAvatar"
  | "content"
  | "type"
  | "metadata"
  | "createdAt"
  | "isEdited"
  | "isDeleted"
  | "status"
>;

export type MessageRow =
  | { readonly kind: "day"; readonly key: string; readonly date: Date }
  | { readonly kind: "new"; readonly key: string }
  | {
      readonly kind: "message";
      readonly key: string;
      readonly message: ListedMessage;
      /** First of its author: with avatar, name and time. */
      readonly isFirst: boolean;
      /** The mark of the own last message. */
      readonly showsStatus: boolean;
    };

interface RowsInput {
  readonly messages: readonly ListedMessage[];
  readonly ownId: string;
  readonly firstUnreadId: string | undefined;
  /** More messages come before the first one, so it is not known to begin its day. */
  readonly hasOlder: boolean;
}

/**
 * Days, the line of the unread, and messages grouped by author within 5 minutes. Older messages only ever add rows at the
 * front, which is what keeps the list from jumping.
 */
export function toRows({ messages, ownId, firstUnreadId, hasOlder }: RowsInput): MessageRow[] {
  const rows: MessageRow[] = [];
  const statusKey = keyOfLastOwn(messages, ownId);
  let previous: ListedMessage | undefined;
  for (const message of messages) {
    const day = dayKey(new Date(message.createdAt));
    const startsDay =
      previous === undefined ? !hasOlder : dayKey(new Date(previous.createdAt)) !== day;
    const startsUnread = message.id === firstUnreadId;
    if (startsDay) rows.push({ kind: "day", key: `day-${day}`, date: new Date(message.createdAt) });
    if (startsUnread) rows.push({ kind: "new", key: "new" });
    const isFirst = startsDay || startsUnread || !isGrouped(previous, message);
    rows.push({
      kind: "message",
      key: message.key,
      message,
      isFirst,
      showsStatus: message.key === statusKey,
    });
    previous = message;
  }
  return rows;
}

function isGrouped(previous: ListedMessage | undefined, message: ListedMessage): boolean {
  if (!previous || previous.authorId !== message.authorId) return false;
  if (previous.type === "system" || message.type === "system") return false;
  return (
    Math.abs(Date.parse(message.createdAt) - Date.parse(previous.createdAt)) <= MESSAGE_GROUP_MS
  );
}

/** A failed message speaks for itself, so the mark stays with the one before. */
function keyOfLastOwn(messages: readonly ListedMessage[], ownId: string): string | undefined {
  const last = messages.findLast(
    ({ authorId, status, type, isDeleted }) =>
      authorId === ownId && status !== "failed" && type !== "system" && !isDeleted,
  );
  return last?.key;
}
