import type { Subscription } from "@colbin/protocol";
import { useEffect, useState } from "react";
import { createDebounce } from "#web/lib/react/debounce.ts";
import { ACTIVE_BADGE_CLEAR_MS, BADGE_DELAY_MS, BADGE_MAX_WAIT_MS } from "./constants.ts";

/** The count that the badge shows: it follows the true one calmly, except where the room was read. */
export function useShownUnread(
  { roomType, unreadCount }: Pick<Subscription, "roomType" | "unreadCount">,
  isCurrent: boolean,
): number {
  const [shown, setShown] = useState(unreadCount);
  const [debounce] = useState(() => createDebounce(BADGE_MAX_WAIT_MS));
  const target = isCurrent ? 0 : unreadCount;
  if (!isCurrent && target < shown) setShown(target);
  useEffect(() => {
    const delayMs = isCurrent ? ACTIVE_BADGE_CLEAR_MS : BADGE_DELAY_MS[roomType];
    if (shown === target) debounce.cancel();
    else debounce.ask(delayMs, () => setShown(target));
  }, [debounce, shown, target, isCurrent, roomType]);
  useEffect(() => debounce.cancel, [debounce]);
  return shown;
}
