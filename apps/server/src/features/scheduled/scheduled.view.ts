import { errorMessage, type ScheduledMessage } from "@colbin/protocol";
import type { FoundRoom } from "#server/features/rooms/rooms.service.ts";
import type { ScheduledRow } from "./scheduled.queries.ts";

/** `room` is undefined where the author does not see it. */
export function toScheduledMessage(
  { sendAt, failure, ...row }: ScheduledRow,
  room: Pick<FoundRoom, "id" | "slug" | "shownTitle"> | undefined,
): ScheduledMessage {
  return {
    id: row.id,
    room: room ? { roomId: room.id, sessionRoomSlug: room.slug, title: room.shownTitle } : null,
    clientMessageId: row.clientMessageId,
    threadId: row.threadId,
    alsoSendToRoom: row.alsoSendToRoom,
    content: row.content,
    type: row.type,
    metadata: row.metadata,
    sendAt: sendAt.toISOString(),
    state: row.state,
    failure: failure === null ? null : { code: failure, message: errorMessage(failure) },
  };
}
