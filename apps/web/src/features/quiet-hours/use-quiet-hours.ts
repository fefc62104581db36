import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";

/** How old the answer may be: a quiet time begins and ends by the clock. */
const REFRESH_MS = 60_000;

/** The quiet hours and the pause of the person, as any of their devices has chosen them. */
export function useQuietHours(isOff = false) {
  useNews("getQuietHours", "notification-settings");
  return useCall("getQuietHours", {}, { refreshMs: REFRESH_MS, isOff });
}
