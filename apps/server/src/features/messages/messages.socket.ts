import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import { requireReadableRoom } from "#server/features/rooms/rooms.access.ts";
import { toReplayFrame, type Replays } from "#server/features/log/replays.service.ts";
import { sendMessage, type SendDeps } from "./messages.service.ts";
import { listRoomMessages, type PageDeps } from "./pages.service.ts";

export function messagesCommands(deps: SendDeps & PageDeps & { readonly replays: Replays }) {
  return {
    async CLIENT_SEND_MESSAGE(frame, session) {
      const { sessionRoomSlug: roomSlug, messageType: type, requestId, ...input } = frame;
      const origin = { socketId: session.id, requestId };
      const sent = await sendMessage(deps, session.actor, { ...input, roomSlug, type }, origin);
      // A new message was acknowledged by the sender's own copy of the event; a repeated one makes no event.
      if (!sent.duplicate) return;
      const { message } = sent;
      session.send({
        type: "SERVER_ROOM_EVENT",
        sessionRoomSlug: message.sessionRoomSlug,
        event: "message_new",
        seq: message.seq,
        requestId,
        ...sent,
      });
    },

    async CLIENT_REQUEST_MESSAGE_HISTORY(frame, session) {
      const { sessionRoomSlug, requestId, afterSeq, before, limit } = frame;
      const base = { type: "SERVER_MESSAGE_HISTORY", sessionRoomSlug, requestId } as const;
      if (afterSeq === undefined) {
        const page = await listRoomMessages(deps, session.actor, sessionRoomSlug, {
          limit,
          before,
        });
        session.send({ ...base, mode: "page", ...page });
        return;
      }
      const room = await requireReadableRoom(deps.db, session.actor, sessionRoomSlug);
      const replay = await deps.replays.read(room, afterSeq);
      // Once more after the reading: what came after a removal in between is not for this person.
      await requireReadableRoom(deps.db, session.actor, sessionRoomSlug);
      session.send({ ...toReplayFrame(room, replay), requestId });
    },
  } satisfies Partial<CommandHandlers>;
}
