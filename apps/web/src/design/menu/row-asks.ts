/** As long as the systems of phones wait before they take a touch for a long one. */
const LONG_PRESS_MS = 500;
/** A finger that moves further scrolls. */
const STILL_PX = 10;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Answers whether it has opened something. Without a point a finger asks. */
type Open = (row: HTMLElement, point?: Point) => boolean;

/**
 * Listens for whoever asks for the menu of a row: by right click, menu key or long press. Rows are the elements of the list with this
 * attribute. Returns the way to stop.
 */
export function listenForAsks(list: HTMLElement, attribute: string, open: Open): () => void {
  const find = (target: EventTarget | null): HTMLElement | null => {
    if (!(target instanceof Element) || target.closest("textarea")) return null;
    return target.closest<HTMLElement>(`[${attribute}]`);
  };
  const listening = new AbortController();
  const { signal } = listening;
  list.addEventListener(
    "contextmenu",
    (event) => {
      const row = find(event.target);
      if (!row) return;
      const { clientX: x, clientY: y } = event;
      // Some browsers tell a long press by themselves, after they have selected the word under the finger.
      const isTouch = "pointerType" in event && event.pointerType === "touch";
      if (isTouch) window.getSelection()?.removeAllRanges();
      if (hasSelection(row)) return;
      // Some browsers name no place for the menu key.
      const point = x === 0 && y === 0 ? middleOf(row) : { x, y };
      if (open(row, isTouch ? undefined : point)) event.preventDefault();
    },
    { signal },
  );
  const end = listenForLongPress(list, signal, (target) => {
    const row = find(target);
    return row !== null && open(row);
  });
  return () => {
    end();
    listening.abort();
  };
}

/**
 * Safari on phones tells no `contextmenu`, so the finger is timed here. The mouse that browsers play when it is lifted is left out: it
 * would take the focus from what the press has opened, and click.
 */
function listenForLongPress(
  list: HTMLElement,
  signal: AbortSignal,
  onLongPress: (target: EventTarget | null) => boolean,
): () => void {
  let wasLong = false;
  let from: Point = { x: 0, y: 0 };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => clearTimeout(timer);
  list.style.setProperty("-webkit-touch-callout", "none");
  list.addEventListener(
    "pointerdown",
    ({ target, clientX: x, clientY: y, pointerType, isPrimary }) => {
      end();
      wasLong = false;
      if (pointerType !== "touch" || !isPrimary) return;
      from = { x, y };
      timer = setTimeout(() => (wasLong = onLongPress(target)), LONG_PRESS_MS);
    },
    { signal },
  );
  list.addEventListener(
    "pointermove",
    ({ clientX, clientY }) => {
      if (Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) end();
    },
    { signal },
  );
  for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, end, { signal });
  list.addEventListener("touchend", (event) => wasLong && event.preventDefault(), {
    signal,
    passive: false,
  });
  return end;
}

function hasSelection(element: Element): boolean {
  const selection = window.getSelection();
  return selection?.isCollapsed === false && selection.containsNode(element, true);
}

function middleOf(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
