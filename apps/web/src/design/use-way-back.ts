import { useEffect, useEffectEvent } from "react";

interface Marked {
  readonly isOver: true;
}

let openCount = 0;

function isOver(): boolean {
  const state: unknown = window.history.state;
  return typeof state === "object" && state !== null && "isOver" in state;
}

/**
 * While it is open, the browser's way back closes it, as on phones it closes whatever lies over a page. The page gets an entry
 * more in the history for that, of which the router takes both for the same place.
 */
export function useWayBack(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    const state = window.history.state as object | null;
    openCount += 1;
    if (!isOver()) window.history.pushState({ ...state, isOver: true } satisfies Marked, "");
    const handleBack = () => {
      if (!isOver()) close();
    };
    window.addEventListener("popstate", handleBack);
    return () => {
      window.removeEventListener("popstate", handleBack);
      openCount -= 1;
      // Not where it opens again at once: the way back takes a while, and would close it.
      queueMicrotask(() => openCount === 0 && isOver() && window.history.back());
    };
  }, [isOpen]);
}
