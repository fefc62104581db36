import type { Message } from "@colbin/protocol";
import type { MessageRow } from "./messages.queries.ts";

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
