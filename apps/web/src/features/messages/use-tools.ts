import { useState, type DOMAttributes } from "react";

/** Menus and popovers of the tools stand elsewhere in the page; while the focus is in one, the tools stay. */
const SURFACE = "[data-radix-popper-content-wrapper]";

/** Are the tools of a message to be seen? While it is pointed at, or has the focus or something in it has. */
export function useTools() {
  const [areShown, setShown] = useState(false);
  const props: DOMAttributes<HTMLElement> = {
    onPointerEnter: ({ pointerType }) => pointerType === "mouse" && setShown(true),
    onPointerLeave: ({ currentTarget }) => {
      setShown(isNear(currentTarget, document.activeElement));
    },
    onFocus: () => setShown(true),
    onBlur: ({ currentTarget, relatedTarget }) => {
      const next = relatedTarget instanceof Element ? relatedTarget : null;
      if (!isNear(currentTarget, next)) setShown(currentTarget.matches(":hover"));
    },
  };
  return { areShown, props };
}

function isNear(message: Element, focused: Element | null): boolean {
  return focused !== null && (message.contains(focused) || focused.closest(SURFACE) !== null);
}
