import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";

/** How old the answer may be: a quiet time begins and ends by the clock. */
const REFRESH_MS = 60_000;

/** When the person is quiet, as any of their devices has chosen it. */
export function useQuietHours(isOff = false) {
  useNews("getQuietHours", "notification-settings");
  return useCall("getQuietHours", {}, { refreshMs: REFRESH_MS, isOff });
}
