import clsx from "clsx";
import type { ReactNode } from "react";

interface ScrollRegionProps {
  className?: string;
  children: ReactNode;
}

/** Content that may be larger than its place. Where it is, the keyboard reaches it, to scroll. */
export function ScrollRegion({ className, children }: ScrollRegionProps) {
  return (
    <div
      ref={watchOverflow}
      className={clsx("scroll-area focus-visible:-outline-offset-2", className)}
    >
      {children}
    </div>
  );
}

function watchOverflow(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => {
    const isWider = element.scrollWidth > element.clientWidth;
    if (isWider || element.scrollHeight > element.clientHeight) element.tabIndex = 0;
    else element.removeAttribute("tabindex");
  });
  observer.observe(element);
  return () => observer.disconnect();
}
