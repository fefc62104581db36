import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from "react";
import { AT_BOTTOM_PX, LOAD_OLDER_PX } from "./constants.ts";
import type { MessageRow } from "./message-rows.ts";
import {
  boundsOf,
  firstRows,
  pinned,
  ROWS_MAX,
  withEarlier,
  withLater,
  withRow,
  type Bounds,
} from "./shown-rows.ts";
import { useNear } from "./use-near.ts";
import { useScrollAnchor } from "./use-scroll-anchor.ts";

interface ListScrollInput {
  rows: readonly MessageRow[];
  /** Where to open: the line of the unread, or a message; undefined: the end. */
  openAt: number | undefined;
  /** With something of the rows before in sight. */
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
  /** The element that scrolls, laid out from its end: there it stays, whatever comes. */
  view: RefObject<HTMLDivElement | null>;
  /** Before the first row and behind the last one. */
  top: RefObject<HTMLDivElement | null>;
  bottom: RefObject<HTMLDivElement | null>;
  /** The rows that are in the page. */
  bounds: Bounds;
  /** The row that may get lower in this render: the browser is to anchor another one. */
  seam: string | undefined;
  isAtEnd: boolean;
  scrollToEnd: () => void;
  /** Brings a row into sight, and the focus to it if wanted. */
  showRow: (index: number, hasFocus?: boolean) => void;
}

/**
 * Opens at the first unread message, stays at the end while the reader is there, and lets the message that is being looked
 * at stand still when others come in before or after it. It measures nothing: the browser keeps the distance from the end
 * and anchors rows that come and go (CSS Scroll Anchoring), and observers tell when an end is near.
 */
export function useListScroll(input: ListScrollInput): ListScroll {
  const { rows, openAt, isOpenCentered, isLastOwn, hasNewer, canLoadOlder, canLoadNewer } = input;
  const lastKey = rows.at(-1)?.key;
  const view = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const bottom = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState(() => firstRows(rows, openAt, window.innerHeight));
  const [isAtEnd, setAtEnd] = useState(openAt === undefined);
  /** To be done once the rows that it needs are in the page. */
  const next = useRef<() => void>(undefined);
  const [isAwaitingOlder, setAwaitingOlder] = useState(false);
  const bounds = boundsOf(rows, shown);
  const { from, to } = bounds;
  useScrollAnchor(view);
  // At once: the first row may get lower with what comes before it, and the view at its top would move.
  if (isAwaitingOlder && from > 0) {
    setAwaitingOlder(false);
    setShown(withEarlier(rows, shown));
  }

  function find(key: string | undefined): HTMLElement | null | undefined {
    return view.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key ?? "")}"]`);
  }

  function scrollToEnd(): void {
    const atEnd = () => view.current?.scrollTo({ top: 0 });
    if (to === rows.length) return atEnd();
    next.current = atEnd;
    setShown(firstRows(rows, undefined, window.innerHeight));
  }

  function showRow(index: number, hasFocus = false): void {
    const key = rows[index]?.key;
    const bring = () => {
      const row = find(key);
      row?.scrollIntoView({ block: "nearest" });
      if (hasFocus) row?.querySelector("article")?.focus({ preventScroll: true });
    };
    const wanted = withRow(rows, shown, index, window.innerHeight);
    if (wanted === shown) return bring();
    next.current = bring;
    setShown(wanted);
  }

  const open = useEffectEvent(() => {
    find(rows[openAt ?? -1]?.key)?.scrollIntoView({ block: isOpenCentered ? "center" : "start" });
  });
  useLayoutEffect(() => open(), []);
  useLayoutEffect(() => {
    next.current?.();
    next.current = undefined;
  }, [shown]);
  const isOpen = useRef(false);
  /** There the browser keeps the view by itself. */
  const isAtVeryEnd = useRef(openAt === undefined);
  const handleArrival = useEffectEvent(() => {
    if (isOpen.current && (isLastOwn || isAtEnd) && !isAtVeryEnd.current) scrollToEnd();
    isOpen.current = true;
  });
  useLayoutEffect(() => handleArrival(), [lastKey]);

  useFilling(isAtEnd && from > 0 && to - from < ROWS_MAX, from, () =>
    setShown((now) => withEarlier(rows, now)),
  );
  const again = [from, to, rows.length, hasNewer, canLoadOlder, canLoadNewer].join();
  useNear({ view, mark: top, px: LOAD_OLDER_PX, again }, (isNear) => {
    if (!isNear) return;
    if (from > 0) setShown((now) => withEarlier(rows, now));
    else if (canLoadOlder) {
      setAwaitingOlder(true);
      input.onLoadOlder();
    }
  });
  useNear({ view, mark: bottom, px: AT_BOTTOM_PX, again }, (isNear) => {
    const atEnd = isNear && to === rows.length && !hasNewer;
    setAtEnd(atEnd);
    input.onEndChange(atEnd);
    // A reader who is elsewhere keeps the rows that are there, however many come.
    if (to === rows.length) setShown((now) => pinned(rows, now, !atEnd));
    if (!isNear || atEnd) return;
    // At its very end the view would stay at the end, and run through all that comes.
    if (view.current?.scrollTop === 0) view.current.scrollTop = -1;
    if (to < rows.length) setShown((now) => withLater(rows, now));
    else if (canLoadNewer) input.onLoadNewer();
  });
  useNear({ view, mark: bottom, px: 1, again }, (isNear) => {
    isAtVeryEnd.current = isNear && to === rows.length;
  });
  return { view, top, bottom, bounds, seam: shown.seam, isAtEnd, scrollToEnd, showRow };
}

/** The rest of the rows that are kept in the page comes when nothing is to be done. */
function useFilling(isWanted: boolean, step: number, onFill: () => void): void {
  const handle = useEffectEvent(onFill);
  useEffect(() => (isWanted ? whenIdle(() => handle()) : undefined), [isWanted, step]);
}

/** Safari knows no idle callbacks: there the rest comes this long after the first rows, which are painted by then. */
const AFTER_PAINT_MS = 100;

function whenIdle(run: () => void): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(run, AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(run);
  return () => cancelIdleCallback(id);
}
