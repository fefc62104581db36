import { useEffect, useLayoutEffect, useState, type RefObject } from "react";

/** Safari has none. */
const hasAnchoring = CSS.supports("overflow-anchor", "auto");

/**
 * CSS Scroll Anchoring for browsers without it: the first row in sight stays where it is when rows come, go or grow. The view, laid out
 * from its end, keeps its distance from there by itself, so only what changes between that row and the end moves it. How far rows are
 * from the end depends on no scrolling, and is read with each change, before anything else scrolls: nothing that is kept can be stale.
 */
export function useScrollAnchor(view: RefObject<HTMLElement | null>): void {
  const [hold] = useState(createHold);
  useLayoutEffect(() => {
    if (view.current) hold(view.current);
  });
  useEffect(() => {
    const element = view.current;
    const content = element?.firstElementChild;
    if (hasAnchoring || !content) return undefined;
    const observer = new ResizeObserver(() => hold(element));
    observer.observe(content);
    return () => observer.disconnect();
  }, [view, hold]);
}

function createHold(): (view: Element) => void {
  let tops: ReadonlyMap<Element, number> = new Map();
  return (view) => {
    if (hasAnchoring) return;
    const before = tops;
    tops = topsOf(view);
    // At its very end the view stays at the end.
    if (view.scrollTop >= 0) return;
    const edge = view.clientHeight - view.scrollTop;
    // The very first row may get lower with what comes before it.
    for (const [row, top] of [...before].slice(1)) {
      const now = tops.get(row);
      if (top > edge || now === undefined) continue;
      view.scrollTop -= now - top;
      return;
    }
  };
}

/** Pixels from the top of each row to the end of all. */
function topsOf(view: Element): ReadonlyMap<Element, number> {
  const end = view.firstElementChild?.getBoundingClientRect().bottom ?? 0;
  const rows = [...view.querySelectorAll("[data-row]")];
  return new Map(rows.map((row) => [row, end - row.getBoundingClientRect().top]));
}
