import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { isComposing } from "#web/lib/actions/composition.ts";

/** In the order in which they were opened. */
const surfaces =
  '[data-state="open"]:is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';

/** Radix listens for Escape only some frames after a dialog is painted; a press in between would be lost, or taken by the page below. */
export function useEscape(onEscape: () => void): RefObject<HTMLDivElement | null> {
  const content = useRef<HTMLDivElement>(null);
  const handle = useEffectEvent(onEscape);
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || event.defaultPrevented || isComposing(event)) return;
      if ([...document.querySelectorAll(surfaces)].at(-1) !== content.current) return;
      event.preventDefault();
      handle();
    };
    document.addEventListener("keydown", handleKey, { capture: true });
    return () => document.removeEventListener("keydown", handleKey, { capture: true });
  }, []);
  return content;
}

/** The act may have removed the opener: then the person goes on where that has put the focus, else on the page. */
export function giveBack(opener: Element | null): void {
  if (!opener?.isConnected && document.activeElement !== document.body) return;
  const target = opener?.isConnected ? opener : document.getElementById("main");
  if (target instanceof HTMLElement) target.focus();
}
