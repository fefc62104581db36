import { useEffect, useState } from "react";
import { createDebounce } from "#web/lib/debounce.ts";
import {
  ACTIVE_BADGE_CLEAR_MS,
  CHANNEL_BADGE_DELAY_MS,
  CHANNEL_BADGE_MAX_WAIT_MS,
} from "./constants.ts";

/** The count that the badge shows: it follows the true one calmly, except where the room was read. */
export function useShownUnread(unreadCount: number, isCurrent: boolean): number {
  const [shown, setShown] = useState(unreadCount);
  const [debounce] = useState(() => createDebounce(CHANNEL_BADGE_MAX_WAIT_MS));
  const target = isCurrent ? 0 : unreadCount;
  if (!isCurrent && target < shown) setShown(target);
  useEffect(() => {
    const delayMs = isCurrent ? ACTIVE_BADGE_CLEAR_MS : CHANNEL_BADGE_DELAY_MS;
    if (shown === target) debounce.cancel();
    else debounce.ask(delayMs, () => setShown(target));
  }, [debounce, shown, target, isCurrent]);
  useEffect(() => debounce.cancel, [debounce]);
  return shown;
}
