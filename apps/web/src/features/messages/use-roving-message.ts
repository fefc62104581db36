import { useState, type DOMAttributes, type FocusEvent, type KeyboardEvent } from "react";
import type { MessageRow } from "./message-rows.ts";
import type { Bounds } from "./shown-rows.ts";

interface RovingMessage {
  /** The message that Tab reaches; the last one in the page where none of those in it was focused. */
  tabStop: string | undefined;
  /** For the element around all messages. */
  listProps: Pick<DOMAttributes<HTMLElement>, "onFocus" | "onKeyDown">;
}

/** Arrow keys, J and K, Home and End go from message to message; `onMove` brings a row into sight and the focus to it. */
export function useRovingMessage(
  rows: readonly MessageRow[],
  { from, to }: Bounds,
  onMove: (index: number) => void,
  /** The message that has the focus from the start. */
  startKey: string | undefined,
): RovingMessage {
  const [chosen, setChosen] = useState(startKey);
  const indexes = rows.flatMap((row, index) => (row.kind === "message" ? [index] : []));
  const isThere = (index: number | undefined) => index !== undefined && index >= from && index < to;
  const position = indexes.findIndex((index) => rows[index]?.key === chosen);
  const here = isThere(indexes[position]) ? position : indexes.findLastIndex(isThere);

  function handleFocus(event: FocusEvent<HTMLElement>): void {
    const key = event.target.closest<HTMLElement>("[data-message]")?.dataset.message;
    if (key !== undefined) setChosen(key);
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const focused = event.target as HTMLElement;
    const article = focused.closest<HTMLElement>("[data-message]");
    if (focused !== article || event.altKey || event.ctrlKey || event.metaKey) return;
    const moves: Record<string, number> = {
      ArrowUp: here - 1,
      ArrowDown: here + 1,
      k: here - 1,
      j: here + 1,
      Home: 0,
      End: indexes.length - 1,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    const index = indexes[target];
    if (index !== undefined) onMove(index);
    event.preventDefault();
  }

  const tabStop = rows[indexes[here] ?? -1]?.key;
  return { tabStop, listProps: { onFocus: handleFocus, onKeyDown: handleKeyDown } };
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
