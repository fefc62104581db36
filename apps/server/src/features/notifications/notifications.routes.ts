import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getNotificationDecision,
  listNotificationDeliveries,
  type DecisionDeps,
} from "./decision.service.ts";
import {
  changeNotification,
  markAllNotificationsRead,
  snoozeNotification,
  type StateDeps,
} from "./feed-states.service.ts";
import { getUnreadNotifications, listNotifications, type FeedDeps } from "./feed.service.ts";
import {
  getMailState,
  getUnsubscribe,
  unsubscribe,
  updateMailState,
  type MailSettingsDeps,
} from "./mail-settings.service.ts";

const SEE_OTHER = 303;

type Deps = FeedDeps & StateDeps & DecisionDeps & MailSettingsDeps;

export function notificationsRoutes(deps: Deps) {
  return {
    getNotificationDecision: ({ query }, { actor }) => getNotificationDecision(deps, actor, query),
    listNotificationDeliveries: ({ query }, { actor }) =>
      listNotificationDeliveries(deps, actor, query),
    listNotifications: ({ query }, { actor }) => listNotifications(deps, actor, query),
    getUnreadNotifications: (_input, { actor }) => getUnreadNotifications(deps, actor),
    markNotificationRead: ({ params }, { actor }) =>
      changeNotification(deps, actor, params.id, { kind: "read" }),
    markNotificationUnread: ({ params }, { actor }) =>
      changeNotification(deps, actor, params.id, { kind: "unread" }),
    markNotificationDone: ({ params }, { actor }) =>
      changeNotification(deps, actor, params.id, { kind: "done" }),
    markNotificationUndone: ({ params }, { actor }) =>
      changeNotification(deps, actor, params.id, { kind: "undone" }),
    snoozeNotification: ({ params, body }, { actor }) =>
      snoozeNotification(deps, actor, params.id, body),
    markAllNotificationsRead: ({ body }, { actor }) => markAllNotificationsRead(deps, actor, body),
    getMailState: (_input, { actor }) => getMailState(deps, actor),
    updateMailState: ({ body }, { actor }) => updateMailState(deps, actor, body),
    async getUnsubscribe({ params: { token } }, context) {
      const reply = await getUnsubscribe(deps, token);
      // Mail programs without one click open the address in a browser.
      if (context.header("accept")?.includes("text/html")) {
        context.setStatus(SEE_OTHER);
        context.setHeader("location", deps.unsubscribeLinks.pageOf(token));
      }
      return reply;
    },
    unsubscribe: ({ params }) => unsubscribe(deps, params.token),
  } satisfies Partial<Handlers>;
}
