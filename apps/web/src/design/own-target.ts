/** Is it really in the element, and no field? What is drawn elsewhere tells its events to what it belongs to as well. */
export function isOwnTarget(element: Element, target: EventTarget): boolean {
  return target instanceof Element && element.contains(target) && !target.closest("textarea");
}
