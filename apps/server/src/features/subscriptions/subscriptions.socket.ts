import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import { setNotifications } from "./muting.service.ts";
import { hearRooms, leaveRooms } from "./resume.service.ts";
import {
  getUnreadSummary,
  markRead,
  toRoomsUpdate,
  type ReadingDeps,
} from "./subscriptions.service.ts";

export function subscriptionsCommands(deps: ReadingDeps) {
  return {
    async CLIENT_SUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      const own = await hearRooms(deps, session, sessionRoomSlugs);
      session.send({ ...(await toRoomsUpdate(deps, session.actor, own)), requestId });
    },
    async CLIENT_UNSUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      const left = await leaveRooms(deps, session, sessionRoomSlugs);
      // A client that only looked at a room learns that the person is in it by now; of other rooms nothing is told.
      const update = await toRoomsUpdate(deps, session.actor, left);
      session.send({ ...update, removed: [], requestId });
    },
    async CLIENT_MARK_ROOM_READ({ sessionRoomSlug, lastReadMessageId, requestId }, session) {
      await markRead(deps, session.actor, sessionRoomSlug, lastReadMessageId);
      session.send({ type: "SERVER_MARK_READ_ACK", requestId, success: true });
    },
    async CLIENT_UPDATE_NOTIFICATION_SETTINGS({ sessionRoomSlug, requestId, ...change }, session) {
      const { roomId } = await setNotifications(deps, session.actor, sessionRoomSlug, change);
      session.send({ ...(await toRoomsUpdate(deps, session.actor, [roomId])), requestId });
    },
    async CLIENT_GET_UNREAD_SUMMARY({ requestId }, session) {
      const summary = await getUnreadSummary(deps, session.actor);
      session.send({ type: "SERVER_UNREAD_SUMMARY", requestId, ...summary });
    },
  } satisfies Partial<CommandHandlers>;
}
