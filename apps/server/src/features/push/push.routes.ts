import type { Handlers } from "#server/platform/http/handler.ts";
import {
  addPushSubscription,
  listPushSubscriptions,
  removePushSubscription,
  type SubscriptionDeps,
} from "./subscriptions.service.ts";

export function pushRoutes(deps: SubscriptionDeps) {
  return {
    listPushSubscriptions: (_input, { actor }) => listPushSubscriptions(deps, actor),
    addPushSubscription: ({ body }, { actor }) => addPushSubscription(deps, actor, body),
    removePushSubscription: ({ params }, { actor }) =>
      removePushSubscription(deps, actor, params.id),
  } satisfies Partial<Handlers>;
}
