import { useEffect, useEffectEvent, type RefObject } from "react";

/** Safari has none. */
const hasAnchoring = CSS.supports("overflow-anchor", "auto");

/**
 * CSS Scroll Anchoring for browsers without it: a row at the upper edge of the view stays where it is when rows come, go or grow around
 * it. At the end of the list the view stays by itself.
 */
export function useScrollAnchor(view: RefObject<HTMLElement | null>, isAtEnd: boolean): void {
  const isNeeded = !hasAnchoring && !isAtEnd;
  const handleStart = useEffectEvent(() => {
    const element = view.current;
    const content = element?.firstElementChild;
    if (!element || !content) return undefined;
    let kept = findRow(element);
    const keep = () => (kept = findRow(element));
    const restore = new ResizeObserver(() => {
      if (kept?.row.isConnected) element.scrollTop += topOf(kept.row) - kept.top;
      keep();
    });
    restore.observe(content);
    element.addEventListener("scroll", keep, { passive: true });
    return () => {
      restore.disconnect();
      element.removeEventListener("scroll", keep);
    };
  });
  useEffect(() => (isNeeded ? handleStart() : undefined), [isNeeded]);
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** The row that is to stay, and where it is. */
function findRow(view: Element): { readonly row: Element; readonly top: number } | undefined {
  const top = topOf(view);
  const row = [...view.querySelectorAll("[data-row]")].find((each) => topOf(each) >= top);
  return row && { row, top: topOf(row) };
}
