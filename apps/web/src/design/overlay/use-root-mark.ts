import { useLayoutEffect } from "react";

const counts = { composer: 0, selecting: 0, side: 0 };

/**
 * While it is there, the page's root says so (`data-composer`, `data-selecting`, `data-side`), for what is laid out differently then. A selector that
 * looks for it itself (`:has`) would do so with every change of the page, and each key that is pressed is one.
 */
export function useRootMark(name: keyof typeof counts, isThere: boolean): void {
  useLayoutEffect(() => {
    if (!isThere) return undefined;
    counts[name] += 1;
    document.documentElement.dataset[name] = "";
    return () => {
      counts[name] -= 1;
      if (counts[name] === 0) delete document.documentElement.dataset[name];
    };
  }, [name, isThere]);
}
