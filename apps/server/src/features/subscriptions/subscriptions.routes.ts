import type { Handlers } from "#server/platform/http/handler.ts";
import {
  changeNotifications,
  listNotificationSettings,
  muteAll,
  muteTemporarily,
} from "./muting.service.ts";
import {
  getUnreadSummary,
  listAllSubscriptions,
  listOwnChannels,
  listOwnConversations,
  markAllRead,
  markRead,
  markUnread,
  subscribeToRooms,
  unsubscribeFromRooms,
  type ReadingDeps,
} from "./subscriptions.service.ts";

export function subscriptionsRoutes(deps: ReadingDeps) {
  return {
    listSubscriptions: (_input, { actor }) => listAllSubscriptions(deps, actor),
    getUnreadSummary: (_input, { actor }) => getUnreadSummary(deps, actor),
    unsubscribeRooms: ({ body }, { actor }) =>
      unsubscribeFromRooms(deps, actor, body.sessionRoomSlugs),
    listMyConversations: (_input, { actor }) => listOwnConversations(deps, actor),
    listMyRooms: (_input, { actor }) => listOwnChannels(deps, actor),
    subscribeRooms: ({ body }, { actor }) => subscribeToRooms(deps, actor, body.sessionRoomSlugs),
    listNotificationSettings: (_input, { actor }) => listNotificationSettings(deps, actor),
    updateNotificationSettings: ({ params, body }, { actor }) =>
      changeNotifications(deps, actor, params.slug, body),
    muteTemporarily: ({ params, body }, { actor }) =>
      muteTemporarily(deps, actor, params.slug, body.durationMinutes),
    muteAll: ({ body }, { actor }) => muteAll(deps, actor, body),
    markAllRead: ({ body }, { actor }) => markAllRead(deps, actor, body.sessionRoomSlugs),
    markUnread: ({ params, body }, { actor }) =>
      markUnread(deps, actor, params.slug, body.fromMessageId),
    markRead: ({ params, body }, { actor }) =>
      markRead(deps, actor, params.slug, body.lastReadMessageId),
  } satisfies Partial<Handlers>;
}
