import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getUnreadSummary,
  listAllSubscriptions,
  listOwnChannels,
  markRead,
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
    listMyRooms: (_input, { actor }) => listOwnChannels(deps, actor),
    subscribeRooms: ({ body }, { actor }) => subscribeToRooms(deps, actor, body.sessionRoomSlugs),
    markRead: ({ params, body }, { actor }) =>
      markRead(deps, actor, params.slug, body.lastReadMessageId),
  } satisfies Partial<Handlers>;
}
