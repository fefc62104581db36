import { errorMessage, type ScheduledMessage } from "@colbin/protocol";
import type { FoundRoom } from "#server/features/rooms/rooms.service.ts";
import type { ScheduledRow } from "./scheduled.queries.ts";

/** `room` is undefined where the author does not see it. */
export function toScheduledMessage(
  { id, clientMessageId, threadId, content, type, metadata, sendAt, state, failure }: ScheduledRow,
  room: Pick<FoundRoom, "id" | "slug" | "shownTitle"> | undefined,
): ScheduledMessage {
  return {
    id,
    room: room ? { roomId: room.id, sessionRoomSlug: room.slug, title: room.shownTitle } : null,
    clientMessageId,
    threadId,
    content,
    type,
    metadata,
    sendAt: sendAt.toISOString(),
    state,
    failure: failure === null ? null : { code: failure, message: errorMessage(failure) },
  };
}
