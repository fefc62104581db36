import type { Handlers } from "#server/platform/http/handler.ts";
import {
  getPeerQuiet,
  getPreferences,
  getQuietHours,
  pauseNotifications,
  updatePreferences,
  updateQuietHours,
  type PreferencesDeps,
} from "./preferences.service.ts";

export function notificationPreferencesRoutes(deps: PreferencesDeps) {
  return {
    getNotificationPreferences: (_input, { actor }) => getPreferences(deps, actor),
    updateNotificationPreferences: ({ body }, { actor }) => updatePreferences(deps, actor, body),
    getQuietHours: (_input, { actor }) => getQuietHours(deps, actor),
    updateQuietHours: ({ body }, { actor }) => updateQuietHours(deps, actor, body),
    pauseNotifications: ({ body }, { actor }) => pauseNotifications(deps, actor, body.until),
    getPeerQuiet: ({ params }, { actor }) => getPeerQuiet(deps, actor, params.slug),
  } satisfies Partial<Handlers>;
}
