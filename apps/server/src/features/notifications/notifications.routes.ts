import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getUnreadNotifications,
  listNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  type FeedDeps,
} from "./feed.service.ts";

export function notificationsRoutes(deps: FeedDeps) {
  return {
    listNotifications: ({ query }, { actor }) => listNotifications(deps, actor, query),
    getUnreadNotifications: (_input, { actor }) => getUnreadNotifications(deps, actor),
    markNotificationRead: ({ params }, { actor }) => markNotificationRead(deps, actor, params.id),
    markAllNotificationsRead: ({ body }, { actor }) =>
      markAllNotificationsRead(deps, actor, new Date(body.before)),
  } satisfies Partial<Handlers>;
}
