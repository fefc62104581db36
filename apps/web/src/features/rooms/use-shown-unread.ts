import { useEffect, useState } from "react";
import { ACTIVE_BADGE_CLEAR_MS, CHANNEL_BADGE_DELAY_MS } from "./constants.ts";

/** The count that the badge shows: it follows the true one calmly, except where the room was read. */
export function useShownUnread(unreadCount: number, isCurrent: boolean): number {
  const [shown, setShown] = useState(unreadCount);
  const target = isCurrent ? 0 : unreadCount;
  if (!isCurrent && target < shown) setShown(target);
  useEffect(() => {
    if (shown === target) return undefined;
    const delay = isCurrent ? ACTIVE_BADGE_CLEAR_MS : CHANNEL_BADGE_DELAY_MS;
    const timer = setTimeout(() => setShown(target), delay);
    return () => clearTimeout(timer);
  }, [shown, target, isCurrent]);
  return shown;
}
