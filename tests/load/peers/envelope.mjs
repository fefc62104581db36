// The event that a peer makes of a sent message: the same fields, lengths and encoding as Colbin's message_new.

const ID = "019aa8d1-4c7e-7d2a-9b6e-3f5a1c2d4e6f";
/** @type {Map<string, number>} */
const lastSeqs = new Map();

/**
 * @param {{ sessionRoomSlug: string, clientMessageId: string, content: string }} sent
 */
export function toEvent({ sessionRoomSlug, clientMessageId, content }) {
  const seq = (lastSeqs.get(sessionRoomSlug) ?? 0) + 1;
  lastSeqs.set(sessionRoomSlug, seq);
  const now = new Date().toISOString();
  const message = {
    id: ID,
    sessionRoomSlug,
    seq,
    msgNo: seq,
    authorId: ID,
    authorName: "Load 1",
    authorAvatar: null,
    content,
    type: "text",
    metadata: {},
    createdAt: now,
    updatedAt: now,
    isEdited: false,
    isDeleted: false,
    status: "sent",
    reactions: [],
  };
  return {
    type: "SERVER_ROOM_EVENT",
    sessionRoomSlug,
    event: "message_new",
    seq,
    message,
    clientMessageId,
  };
}
