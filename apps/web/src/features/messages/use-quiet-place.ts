import { useEffect, useState, type RefObject } from "react";
import { AT_BOTTOM_PX } from "./constants.ts";

/**
 * Whether something that came late may be drawn in this place of the message list, which is empty until then: not while a person may
 * read what would move. Out of sight nobody does, and at the end of the list only what is above gets higher, as with a new message.
 */
export function useQuietPlace(place: RefObject<HTMLElement | null>, isLate: boolean): boolean {
  const [isQuiet, setQuiet] = useState(!isLate);
  useEffect(() => {
    const element = place.current;
    const view = element?.closest("[role=log]");
    if (isQuiet || !element || !view) return undefined;
    let isInSight = true;
    const look = (): void => {
      // The view is laid out from its end.
      if (!isInSight || -view.scrollTop < AT_BOTTOM_PX) setQuiet(true);
    };
    const observer = new IntersectionObserver((entries) => {
      isInSight = entries.at(-1)?.isIntersecting ?? true;
      look();
    });
    observer.observe(element);
    view.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener("scroll", look);
    };
  }, [place, isQuiet]);
  return isQuiet;
}
