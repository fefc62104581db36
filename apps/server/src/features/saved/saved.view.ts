import type { Message, MessageId, Reminder, SavedMark, SavedMessage } from "@colbin/protocol";
import type { ReaderPart } from "#server/features/messages/messages.service.ts";
import { mayReadRoom, maySeeRoom, type RoomRow } from "#server/features/rooms/rooms.service.ts";
import type { ReminderRow } from "./reminders.queries.ts";
import { listSavedAmong, type SavedRow } from "./saved.queries.ts";

export function toMark({ status, remindAt }: Pick<SavedRow, "status" | "remindAt">): SavedMark {
  return { status, remindAt: remindAt?.toISOString() ?? null };
}

/** Of what its person may see and read now; the rest of it is theirs in any case. */
export function toSavedMessage(
  row: SavedRow,
  room: RoomRow | undefined,
  messages: ReadonlyMap<MessageId, Message>,
): SavedMessage {
  const { messageId, roomId, note, savedAt } = row;
  const isSeen = room !== undefined && maySeeRoom(room);
  const isRead = isSeen && mayReadRoom(room);
  return {
    messageId,
    roomId,
    ...toMark(row),
    note,
    savedAt: savedAt.toISOString(),
    room: isSeen
      ? { sessionRoomSlug: room.slug, title: room.shownTitle, roomType: room.roomType }
      : null,
    message: (isRead ? messages.get(messageId) : undefined) ?? null,
  };
}

export function toReminder(row: ReminderRow): Reminder {
  const { id, messageId, roomId, note, dueAt, repeat } = row;
  return { id, messageId, roomId, note, remindAt: dueAt.toISOString(), repeat };
}

export const savedReaderPart: ReaderPart<SavedMark> = {
  /** Any message may be one that the reader has saved. */
  needs: () => true,
  async load(db, userId, messages) {
    const ids = messages.map(({ id }) => id);
    const rows = await listSavedAmong(db, userId, ids);
    return new Map(rows.map((row) => [row.messageId, toMark(row)]));
  },
};
