import type { CommandHandlers } from "#server/platform/realtime/handler.ts";
import { changeNotifications } from "./muting.service.ts";
import { hearRooms, leaveRooms } from "./resume.service.ts";
import {
  getUnreadSummary,
  markRead,
  toSubscriptionUpdate,
  type ReadingDeps,
} from "./subscriptions.service.ts";

export function subscriptionsCommands(deps: ReadingDeps) {
  return {
    async CLIENT_SUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      await hearRooms(deps, session, sessionRoomSlugs);
      session.send({ ...(await toSubscriptionUpdate(deps, session.actor)), requestId });
    },
    async CLIENT_UNSUBSCRIBE_ROOMS({ sessionRoomSlugs, requestId }, session) {
      await leaveRooms(deps, session, sessionRoomSlugs);
      session.send({ ...(await toSubscriptionUpdate(deps, session.actor)), requestId });
    },
    async CLIENT_MARK_ROOM_READ({ sessionRoomSlug, lastReadMessageId, requestId }, session) {
      await markRead(deps, session.actor, sessionRoomSlug, lastReadMessageId);
      session.send({ type: "SERVER_MARK_READ_ACK", requestId, success: true });
    },
    async CLIENT_UPDATE_NOTIFICATION_SETTINGS({ sessionRoomSlug, requestId, ...change }, session) {
      await changeNotifications(deps, session.actor, sessionRoomSlug, change);
      session.send({ ...(await toSubscriptionUpdate(deps, session.actor)), requestId });
    },
    async CLIENT_GET_UNREAD_SUMMARY({ requestId }, session) {
      const summary = await getUnreadSummary(deps, session.actor);
      session.send({ type: "SERVER_UNREAD_SUMMARY", requestId, ...summary });
    },
  } satisfies Partial<CommandHandlers>;
}
