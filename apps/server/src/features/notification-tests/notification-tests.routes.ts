import type { Handlers } from "#server/platform/http/handler.ts";
import { testNotifications } from "./notification-tests.service.ts";

export function notificationTestsRoutes(deps: Parameters<typeof testNotifications>[0]) {
  return {
    testNotifications: (_input, { actor }) => testNotifications(deps, actor),
  } satisfies Partial<Handlers>;
}
