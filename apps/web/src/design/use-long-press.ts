import { useEffect, useRef, type ComponentProps } from "react";
import { isOwnTarget } from "./own-target.ts";

/** As long as the systems of phones wait before they take a touch for a long one. */
const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly timer: ReturnType<typeof setTimeout>;
}

/**
 * Safari on phones tells no `contextmenu`, so the finger is timed here. The mouse that browsers play when it is lifted is
 * left out: it would take the focus from what the press has opened, and click.
 */
export function useLongPress(onLongPress: (target: HTMLElement) => void): ComponentProps<"div"> {
  const press = useRef<Press>(undefined);
  const wasLong = useRef(false);
  const end = () => {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  };
  useEffect(() => () => clearTimeout(press.current?.timer), []);
  return {
    style: { WebkitTouchCallout: "none" },
    onPointerDown: (event) => {
      end();
      wasLong.current = false;
      const { currentTarget, target, clientX: x, clientY: y } = event;
      if (event.pointerType !== "touch" || !event.isPrimary) return;
      if (!isOwnTarget(currentTarget, target)) return;
      const timer = setTimeout(() => {
        wasLong.current = true;
        onLongPress(currentTarget);
      }, LONG_PRESS_MS);
      press.current = { x, y, timer };
    },
    onPointerMove: ({ clientX, clientY }) => {
      const { current } = press;
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > STILL_PX) end();
    },
    onPointerUp: end,
    onPointerCancel: end,
    onTouchEnd: (event) => {
      if (wasLong.current) event.preventDefault();
    },
  };
}
