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
  /** Where to open: the line of the unread; undefined: the end. */
  openAt: number | undefined;
  /** The last message is one's own: writing it leads to it. */
  isLastOwn: boolean;
  canLoadOlder: boolean;
  onLoadOlder: () => void;
  onEndChange: (isAtEnd: boolean) => void;
}

interface ListScroll {
  list: RefObject<VirtualizerHandle | null>;
  isAtEnd: boolean;
  /** Rows came in at the front in this render: the list keeps its distance from the end. */
  isShifted: boolean;
  handleScroll: () => void;
  handleResize: () => void;
  scrollToEnd: () => void;
}

/**
 * Opens at the first unread message, stays at the end while the reader is there, and lets the message that is being looked
 * at stand still when others come in before or after it.
 */
export function useListScroll(input: ListScrollInput): ListScroll {
  const { firstKey, lastKey, length, openAt, isLastOwn, canLoadOlder, onLoadOlder, onEndChange } =
    input;
  const list = useRef<VirtualizerHandle>(null);
  const isPlaced = useRef(false);
  const stays = useRef(openAt === undefined);
  const [isAtEnd, setAtEnd] = useState(openAt === undefined);
  const isShifted = useIsShifted(firstKey, lastKey, length);

  function scrollToEnd(): void {
    stays.current = true;
    list.current?.scrollToIndex(length - 1, { align: "end" });
  }

  function handleScroll(): void {
    const view = list.current;
    if (!view || !isPlaced.current) return;
    const toEnd = view.scrollSize - view.scrollOffset - view.viewportSize;
    const atEnd = toEnd <= AT_BOTTOM_PX;
    stays.current = atEnd;
    if (atEnd !== isAtEnd) {
      setAtEnd(atEnd);
      onEndChange(atEnd);
    }
    if (view.scrollOffset < LOAD_OLDER_PX && canLoadOlder) onLoadOlder();
  }

  const handleArrival = useEffectEvent(() => {
    if (length === 0) return;
    if (!isPlaced.current) {
      list.current?.scrollToIndex(openAt ?? length - 1, {
        align: openAt === undefined ? "end" : "start",
      });
    } else if (stays.current || isLastOwn) scrollToEnd();
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
  }, [length, canLoadOlder]);

  // The view itself may be measured last, and what fits into it never scrolls.
  const handleResize = () => {
    if (isPlaced.current && stays.current) scrollToEnd();
    handleScroll();
  };
  return { list, isAtEnd, isShifted, handleScroll, handleResize, scrollToEnd };
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
