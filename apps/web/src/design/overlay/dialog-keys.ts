import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from "react";
import { isComposing } from "#web/lib/actions/composition.ts";

/** In the order in which they were opened. */
const surfaces =
  '[data-state="open"]:is([role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"])';

/** A group of radio buttons stands for its chosen one. */
const control = "a[href], button:enabled, input:not([type=radio]):enabled, input:checked";

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

/** The focused element and the elements around it within the page, the innermost first. */
export function focusPlace(): readonly Element[] {
  const place: Element[] = [];
  let at = document.activeElement;
  do {
    if (at) place.push(at);
    at = at?.parentElement ?? null;
  } while (at && at !== document.body && at.id !== "main");
  return place;
}

/** The act may have removed the opener: then the person goes on where that has put the focus, else at the first control of the nearest thing around the opener that is left, else on the page. */
export function giveBack([opener, ...around]: readonly Element[]): void {
  if (!opener?.isConnected && document.activeElement !== document.body) return;
  const near = around.find((element) => element.isConnected && element.querySelector(control));
  const target = opener?.isConnected
    ? opener
    : (near?.querySelector(control) ?? document.getElementById("main"));
  // The page stays where it is, unless the focus was there before.
  if (target instanceof HTMLElement) target.focus({ preventScroll: target !== opener });
}
