import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react";
import type { VirtualizerHandle } from "virtua";
import { AT_BOTTOM_PX, LOAD_OLDER_PX } from "./constants.ts";

interface ListScrollInput {
  firstKey: string | undefined;
  lastKey: string | undefined;
  length: number;
  /** Where to open: the line of the unread, or a message; undefined: the end. */
  openAt: number | undefined;
  /** With something of what comes before in sight. */
  isOpenCentered: boolean;
  /** The last message is being sent from here: writing it leads to it. */
  isLastOwn: boolean;
  canLoadOlder: boolean;
  canLoadNewer: boolean;
  /** The last row is not the newest: its end is none to stay at. */
  hasNewer: boolean;
  onLoadOlder: () => void;
  onLoadNewer: () => void;
  onEndChange: (isAtEnd: boolean) => void;
}

interface ListScroll {
  list: RefObject<VirtualizerHandle | null>;
  /** The element that scrolls. */
  view: RefObject<HTMLDivElement | null>;
  isAtEnd: boolean;
  /** Rows came in at the front in this render: the list keeps its distance from the end. */
  isShifted: boolean;
  handleScroll: () => void;
  handleResize: () => void;
  scrollToEnd: () => void;
  /** Brings a row into sight, and stays there. */
  scrollToRow: (index: number) => void;
}

/**
 * Opens at the first unread message, stays at the end while the reader is there, and lets the message that is being looked
 * at stand still when others come in before or after it.
 */
export function useListScroll(input: ListScrollInput): ListScroll {
  const { firstKey, lastKey, length, openAt, isLastOwn, canLoadOlder, onEndChange } = input;
  const list = useRef<VirtualizerHandle>(null);
  const view = useRef<HTMLDivElement>(null);
  const isPlaced = useRef(false);
  /** Where the list stands until the reader scrolls away: at its end, or at the place where it opened. */
  const held = useRef<"end" | "place" | undefined>(openAt === undefined ? "end" : "place");
  const heldAt = useRef(0);
  const [isAtEnd, setAtEnd] = useState(openAt === undefined);
  const isShifted = useIsShifted(firstKey, lastKey, length);

  // The list's own scrollToIndex goes on aiming while rows are measured, and takes back whoever scrolls away meanwhile.
  function hold(): void {
    if (!view.current || !list.current || held.current === undefined) return;
    const { scrollHeight, clientHeight } = view.current;
    const place = list.current.getItemOffset(openAt ?? 0);
    const above = input.isOpenCentered ? clientHeight / 3 : 0;
    view.current.scrollTop = held.current === "end" ? scrollHeight : place - above;
    heldAt.current = view.current.scrollTop;
  }

  function scrollToEnd(): void {
    held.current = "end";
    hold();
  }

  function scrollToRow(index: number): void {
    if (!view.current || !list.current) return;
    const { scrollTop, clientHeight } = view.current;
    const top = list.current.getItemOffset(index);
    const bottom = top + list.current.getItemSize(index);
    if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
    // Rows that are measured meanwhile would take the list back to where it was held.
    held.current = undefined;
    list.current.scrollToIndex(index, { align: "nearest" });
  }

  /** The reader scrolled up and the event that says so is still to come: a list that only grew stands where it was held. */
  function hasLeftEnd(): boolean {
    if (!view.current || held.current !== "end") return false;
    return view.current.scrollTop < heldAt.current && !isEndInSight(view.current);
  }

  function handleScroll(): void {
    if (!view.current || !isPlaced.current) return;
    const { scrollTop } = view.current;
    const isNear = isEndInSight(view.current);
    const atEnd = isNear && !input.hasNewer;
    if (atEnd) {
      held.current = "end";
      heldAt.current = scrollTop;
    } else if (held.current === "end" || Math.abs(scrollTop - heldAt.current) > 1) {
      held.current = undefined;
    }
    if (atEnd !== isAtEnd) {
      setAtEnd(atEnd);
      onEndChange(atEnd);
    }
    if (scrollTop < LOAD_OLDER_PX && canLoadOlder) input.onLoadOlder();
    if (isNear && input.canLoadNewer) input.onLoadNewer();
  }

  const handleArrival = useEffectEvent(() => {
    if (length === 0) return;
    if (isPlaced.current && isLastOwn) scrollToEnd();
    else if (!isPlaced.current || held.current === "end") hold();
  });
  useLayoutEffect(() => handleArrival(), [lastKey]);

  // Rows are measured in the frame after they are drawn; only then is it known where the reader stands. A list that does
  // not fill its view never scrolls, so the rows drive this as well.
  const handleMeasured = useEffectEvent(() => {
    if (!isPlaced.current) {
      isPlaced.current = true;
      onEndChange(isAtEnd);
    }
    handleScroll();
  });
  useEffect(() => {
    if (length === 0) return undefined;
    const frame = requestAnimationFrame(() => handleMeasured());
    return () => cancelAnimationFrame(frame);
  }, [length, canLoadOlder, input.canLoadNewer]);

  // The view itself may be measured last, and what fits into it never scrolls.
  const handleResize = () => {
    if (!hasLeftEnd()) hold();
    handleScroll();
  };
  return { list, view, isAtEnd, isShifted, handleScroll, handleResize, scrollToEnd, scrollToRow };
}

function isEndInSight({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean {
  return scrollHeight - scrollTop - clientHeight <= AT_BOTTOM_PX;
}

/** True where this change of the rows put another one first. A list that shortens or grows elsewhere keeps its start. */
function useIsShifted(
  firstKey: string | undefined,
  lastKey: string | undefined,
  length: number,
): boolean {
  const [state, setState] = useState({ firstKey, lastKey, length, isShifted: false });
  if (state.firstKey === firstKey && state.lastKey === lastKey && state.length === length)
    return state.isShifted;
  const isShifted = state.firstKey !== undefined && state.firstKey !== firstKey;
  setState({ firstKey, lastKey, length, isShifted });
  return isShifted;
}
