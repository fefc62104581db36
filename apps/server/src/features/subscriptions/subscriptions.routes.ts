import type { Handlers } from "#server/platform/http/handler.ts";
import {
  listOwnChannels,
  markRead,
  subscribeToRooms,
  type SubscriptionDeps,
} from "./subscriptions.service.ts";

export function subscriptionsRoutes(
  deps: SubscriptionDeps,
): Pick<Handlers, "listMyRooms" | "subscribeRooms" | "markRead"> {
  return {
    listMyRooms: (_input, { actor }) => listOwnChannels(deps, actor),
    subscribeRooms: ({ body }, { actor }) => subscribeToRooms(deps, actor, body.sessionRoomSlugs),
    markRead: ({ params, body }, { actor }) =>
      markRead(deps, actor, params.slug, body.lastReadMessageId),
  };
}
