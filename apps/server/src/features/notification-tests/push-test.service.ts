import { preferencesOf } from "@colbin/protocol";
import {
  enqueuePushes,
  listReachable,
  type PushingDeps,
} from "#server/features/push/pushing.service.ts";
import { findMailPlace } from "./notification-tests.queries.ts";
import type { TestSender } from "./notification-tests.service.ts";

/** Pushes a test to the browsers of a person. */
export function createPushTest({ jobs, clock }: PushingDeps): TestSender {
  return {
    channel: "PUSH",
    async sendTest(tx, userId) {
      const place = await findMailPlace(tx, userId);
      const isReachable = (await listReachable(tx, [userId], clock.now())).has(userId);
      if (!place || !isReachable) return "unavailable";
      const { pushNotifications } = preferencesOf(place.preferences);
      if (!pushNotifications) return "off";
      const payload = {
        title: "A test of your notifications",
        body: "You asked for it. Notifications reach this browser.",
        url: "/settings/notifications",
        tag: "test",
        notificationId: null,
        icon: null,
      };
      await enqueuePushes(tx, { jobs, clock }, [{ userIds: [userId], payload, room: null }]);
      return "sent";
    },
  };
}
