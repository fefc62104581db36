import {
  autoUpdate,
  computePosition,
  flip,
  offset,
  shift,
  size,
  type ReferenceElement,
} from "@floating-ui/dom";
import clsx from "clsx";
import { useLayoutEffect, useRef, type ReactNode } from "react";
import { createPortal } from "react-dom";

interface BesideListProps {
  id: string;
  label: string;
  /** Followed as long as it is the same one. */
  anchor: ReferenceElement;
  side: "top" | "bottom";
  /** Where it is drawn: outside of what may clip it. */
  container: HTMLElement;
  /** With its height, for which there is `--beside-height`; the width of the anchor is `--anchor-width`. */
  className: string;
  children: ReactNode;
}

const GAP_PX = 6;
const MARGIN_PX = 8;

/**
 * A listbox beside a field that keeps the focus and the keys: on this side of it, or on the other one where there is more room. It
 * comes while somebody types, so it is drawn once, and React does not draw it again to place it.
 */
export function BesideList(props: BesideListProps) {
  const { id, label, anchor, side, container, className, children } = props;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = list.current;
    if (!element) return undefined;
    return autoUpdate(anchor, element, () => void place(element, anchor, side));
  }, [anchor, side]);
  return createPortal(
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={label}
      data-surface=""
      className={clsx(
        "animate-rise scroll-area fixed top-0 left-0 z-popover rounded-md bg-raised p-1 text-sm font-regular text-ink shadow-float",
        className,
      )}
    >
      {children}
    </div>,
    container,
  );
}

async function place(
  list: HTMLElement,
  anchor: ReferenceElement,
  side: "top" | "bottom",
): Promise<void> {
  const { x, y } = await computePosition(anchor, list, {
    strategy: "fixed",
    placement: `${side}-start`,
    middleware: [
      offset(GAP_PX),
      flip({ padding: MARGIN_PX }),
      shift({ padding: MARGIN_PX }),
      size({
        padding: MARGIN_PX,
        apply({ rects, availableHeight }) {
          list.style.setProperty("--anchor-width", `${rects.reference.width}px`);
          list.style.setProperty("--beside-height", `${availableHeight}px`);
        },
      }),
    ],
  });
  list.style.left = `${x}px`;
  list.style.top = `${y}px`;
}
