import {
  useEffect,
  useRef,
  useState,
  type DOMAttributes,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from "react";
import type { VirtualizerHandle } from "virtua";
import { FOCUS_TRIES } from "./constants.ts";
import type { MessageRow } from "./message-rows.ts";

interface RovingMessage {
  /** The message that Tab reaches; the last one until another was focused. */
  tabStop: string | undefined;
  /** Rows that stay in the page wherever the list is scrolled to: the focused one and its neighbours. */
  keptRows: number[];
  /** For the element around all messages. */
  listProps: Pick<DOMAttributes<HTMLElement>, "onFocus" | "onKeyDown">;
}

/** Arrow keys, Home and End go from message to message. */
export function useRovingMessage(
  rows: readonly MessageRow[],
  list: RefObject<VirtualizerHandle | null>,
  /** The message that has the focus from the start. */
  startKey: string | undefined,
): RovingMessage {
  const [chosen, setChosen] = useState(startKey);
  const isMoving = useRef(startKey !== undefined);
  const indexes = rows.flatMap((row, index) =>
    row.kind === "message" && row.message.type !== "system" ? [index] : [],
  );
  const position = indexes.findIndex((index) => rows[index]?.key === chosen);
  const here = position === -1 ? indexes.length - 1 : position;
  const keptRows = [here - 1, here, here + 1].flatMap((at) => indexes[at] ?? []);
  const tabStop = rows[indexes[here] ?? -1]?.key;

  useEffect(() => {
    if (!isMoving.current || chosen === undefined) return;
    isMoving.current = false;
    focusWhenShown(chosen, FOCUS_TRIES);
  }, [chosen]);

  function handleFocus(event: FocusEvent<HTMLElement>): void {
    const key = event.target.closest<HTMLElement>("[data-message]")?.dataset.message;
    if (key !== undefined) setChosen(key);
  }

  function moveTo(at: number): void {
    const index = indexes[at];
    const key = index === undefined ? undefined : rows[index]?.key;
    if (index === undefined || key === undefined) return;
    isMoving.current = true;
    setChosen(key);
    list.current?.scrollToIndex(index, { align: "nearest" });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const target = event.target as HTMLElement;
    const article = target.closest<HTMLElement>("[data-message]");
    if (target !== article || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, number> = {
      ArrowUp: here - 1,
      ArrowDown: here + 1,
      Home: 0,
      End: indexes.length - 1,
    };
    const to = moves[event.key];
    if (to === undefined) return;
    moveTo(to);
    event.preventDefault();
  }

  return { tabStop, keptRows, listProps: { onFocus: handleFocus, onKeyDown: handleKeyDown } };
}

/** A row that was out of sight is drawn first and measured a frame later; until then it is hidden and takes no focus. */
function focusWhenShown(rowKey: string, tries: number): void {
  const row = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(rowKey)}"]`);
  row?.focus({ preventScroll: true });
  if (tries > 0 && (!row || document.activeElement !== row)) {
    requestAnimationFrame(() => focusWhenShown(rowKey, tries - 1));
  }
}

/** For each message: the one in reach of Tab is the tab stop, the others are reached from it by the arrow keys. */
export function rovingProps(rowKey: string, isTabStop: boolean) {
  return {
    "data-message": rowKey,
    "data-scope": "message",
    tabIndex: isTabStop ? 0 : -1,
    ...(isTabStop && { "data-region-start": "" }),
  };
}
