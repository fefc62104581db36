export interface Place {
  /** Takes the focus back. */
  readonly opener: HTMLElement;
  readonly container: HTMLElement;
}

/** The opener of a surface and the landmark around it: a surface that a button opens belongs to the button. */
export function placeOf(opener: HTMLElement): Place {
  return { opener, container: landmarkOf(opener) };
}

/** A place that screen readers know, or that keeps the focus inside. */
const LANDMARKS =
  "main, nav, aside, [role=main], [role=navigation], [role=complementary], [role=dialog]";

/**
 * Where a menu of this element is drawn: outside of every row, which may clip it, and inside of its landmark or dialog,
 * where screen readers and the focus look for it.
 */
function landmarkOf(element: Element): HTMLElement {
  return element.closest<HTMLElement>(LANDMARKS) ?? document.body;
}

/** To what opened a menu or popover, unless the person has gone on to another field already. */
export function giveFocusBack(opener: HTMLElement | undefined): void {
  if (document.activeElement === document.body) opener?.focus({ preventScroll: true });
}
