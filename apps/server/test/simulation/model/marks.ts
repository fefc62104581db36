import type { Mark, MarkRow } from "#server/features/participants/marks.queries.ts";
import type { Db } from "#server/platform/db/database.ts";
import { handleOf } from "../database.ts";
import type { Store, StoredMessage } from "../store.ts";
import { messagesOf } from "./messages.ts";
import { toRoomRow } from "./rooms.ts";
import { movePosition } from "./writer.ts";

export * from "#server/features/participants/marks.queries.ts";

/** Nobody marks a room as unread here, and locks of places are not modelled. */
export function moveMarks(db: Db, marks: readonly Mark[]): Promise<(MarkRow | null)[]> {
  const handle = handleOf(db);
  return handle.run(() => marks.map((mark) => moveOne(handle.store, mark)));
}

function moveOne(store: Store, { slug, userId, messageId }: Mark): MarkRow | null {
  const room = store.bySlug(slug);
  if (!room) return null;
  const roomId = room.id;
  const upTo = messagesOf(room).find(({ id }) => id === messageId);
  const isRead = ({ seq, msgNo: number }: StoredMessage): boolean =>
    upTo !== undefined && number !== null && seq <= upTo.seq;
  const msgNo = upTo ? (messagesOf(room).findLast(isRead)?.msgNo ?? 0) : null;
  if (msgNo !== null) movePosition(store, { roomId, userId, msgNo });
  const { readMsgNo = 0, lastReadAt = null } = room.places.get(userId) ?? {};
  const marked = {
    roomId,
    msgNo,
    mentions: 0,
    threadMentions: 0,
    isBusy: false,
    unreadFromNo: null,
    wasUnread: false,
  };
  return { ...toRoomRow(store, room, userId), ...marked, readMsgNo, lastReadAt };
}
