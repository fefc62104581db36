import type { Message, MessagePage } from "@colbin/protocol";
import type { MessageRow, MessageSlice } from "./messages.queries.ts";
import { toCursor } from "./messages.rules.ts";

/** The wire shape, built field by field: hot lists are not stripped again on the way out. */
export function toMessage(row: MessageRow, roomSlug: string): Message {
  return {
    id: row.id,
    sessionRoomSlug: roomSlug,
    seq: row.seq,
    msgNo: row.msgNo,
    authorId: row.authorId,
    authorName: row.authorName,
    authorAvatar: row.authorAvatar,
    content: row.content,
    type: row.type,
    metadata: row.metadata,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isEdited: row.isEdited,
    isDeleted: row.isDeleted,
    status: "sent",
    reactions: [],
  };
}

/** One row more than the page tells whether there are more. */
export function toPage(
  slice: MessageSlice,
  room: { readonly slug: string },
  limit: number,
  direction: "before" | "after",
): MessagePage {
  const read = slice.rows.slice(0, limit);
  const rows = direction === "before" ? read.toReversed() : read;
  const hasMore = slice.rows.length > limit;
  const next = read.at(-1)?.seq;
  return {
    messages: rows.map((row) => toMessage(row, room.slug)),
    hasMore,
    nextCursor: hasMore && next !== undefined ? toCursor(next) : null,
    headSeq: slice.headSeq,
  };
}
