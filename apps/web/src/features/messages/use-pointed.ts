import { useEffect, useState, type RefObject } from "react";

/** Menus and popovers of the tools stand elsewhere in the page; while the focus is in one, the tools stay. */
const SURFACE = "[data-radix-popper-content-wrapper]";

interface Pointed {
  /** Under the mouse. */
  readonly hovered?: HTMLElement | null;
  /** With the focus, or with something in it that has the focus. */
  readonly focused?: HTMLElement | null;
}

/** The messages of a list of which the tools are to be seen. */
export function usePointed(list: RefObject<HTMLElement | null>): ReadonlySet<HTMLElement> {
  const [{ hovered, focused }, setPointed] = useState<Pointed>({});
  useEffect(() => {
    const element = list.current ?? undefined;
    return element && watchPointed(element, (next) => setPointed((now) => ({ ...now, ...next })));
  }, [list]);
  return new Set([hovered, focused].filter((each) => each instanceof HTMLElement));
}

function watchPointed(list: HTMLElement, onChange: (next: Pointed) => void): () => void {
  const find = (target: EventTarget | null): HTMLElement | null => {
    if (!(target instanceof Element) || !list.contains(target)) return null;
    return target.closest<HTMLElement>("[data-message]");
  };
  const handlePointer = ({ pointerType, target }: PointerEvent): void => {
    if (pointerType === "mouse") onChange({ hovered: find(target) });
  };
  const handleFocus = (next: EventTarget | null): void => {
    if (!(next instanceof Element && next.closest(SURFACE))) onChange({ focused: find(next) });
  };
  // The pointer and the focus may have been there before.
  handleFocus(document.activeElement);
  onChange({ hovered: list.querySelector<HTMLElement>("[data-message]:hover") });
  const listening = new AbortController();
  const { signal } = listening;
  list.addEventListener("pointerover", handlePointer, { signal });
  list.addEventListener("pointerleave", () => onChange({ hovered: null }), { signal });
  document.addEventListener("focusin", ({ target }) => handleFocus(target), { signal });
  document.addEventListener("focusout", (event) => handleFocus(event.relatedTarget), { signal });
  return () => listening.abort();
}
