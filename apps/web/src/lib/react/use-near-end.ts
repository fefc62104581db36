import { useEffect, useEffectEvent, useRef, type RefObject } from "react";

/** Distance to the end of a list at which the next page is asked for. */
const NEAR = "400px";

/** For an element behind the last entry of a list: calls `more` when its place comes near, while more is wanted. */
export function useNearEnd(isWanted: boolean, more: () => void): RefObject<HTMLDivElement | null> {
  const mark = useRef<HTMLDivElement>(null);
  const handle = useEffectEvent(more);
  useEffect(() => {
    const element = mark.current;
    if (!element || !isWanted) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && handle(), {
      root: element.parentElement,
      rootMargin: NEAR,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWanted]);
  return mark;
}
