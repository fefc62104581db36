import type { Notification } from "@colbin/protocol";
import { useState, type FocusEvent, type KeyboardEvent, type RefObject } from "react";
import { useOffer } from "#web/lib/actions/offer.ts";
import { nextFrame } from "#web/lib/react/next-frame.ts";
import { rowOffers } from "./actions.ts";
import { actOn, snoozing, undoLast } from "./feed-acts.ts";
import { toRowActs, type RowAct } from "./row-acts.ts";

/** The keys of the list: which row has the focus, and what is done with it. */
export function useActivityKeys(
  rows: readonly Notification[],
  list: RefObject<HTMLElement | null>,
) {
  const [chosen, setChosen] = useState<string>();
  const current = rows.find(({ id }) => id === chosen);
  const at = current ? rows.indexOf(current) : 0;

  function focusRow(id: string | undefined): void {
    const row = list.current?.querySelector<HTMLElement>(`[data-notification="${id}"]`);
    (row ?? list.current)?.focus();
  }
  function step(by: 1 | -1): void {
    const next = current ? rows[at + by] : rows[0];
    if (next) focusRow(next.id);
  }
  /** The row may leave the list, and the focus would go with it. */
  function act(notification: Notification, kind: RowAct): void {
    if (kind === "snooze") {
      snoozing.update(() => notification);
      return;
    }
    keepFocus(notification);
    actOn(notification, { kind });
  }
  function snooze(notification: Notification, until: string): void {
    keepFocus(notification);
    actOn(notification, { kind: "snooze", until });
  }
  function keepFocus({ id }: Notification): void {
    const index = rows.findIndex((row) => row.id === id);
    const neighbour = rows[index + 1] ?? rows[index - 1];
    nextFrame(() => {
      const isThere = list.current?.querySelector(`[data-notification="${id}"]`);
      focusRow(isThere ? id : neighbour?.id);
    });
  }
  function undo(): void {
    const id = undoLast();
    if (id !== undefined) nextFrame(() => focusRow(id));
  }
  /** The first press after the row lost the focus gives it back. */
  const byKey = (which: 0 | 1 | 2) =>
    current &&
    (() => {
      const isFocused = list.current?.contains(document.activeElement);
      if (isFocused) act(current, toRowActs(current)[which]);
      else focusRow(current.id);
    });

  useOffer(rowOffers.next, rows.length > 0 ? () => step(1) : undefined);
  useOffer(rowOffers.previous, rows.length > 0 ? () => step(-1) : undefined);
  useOffer(rowOffers.done, byKey(0));
  useOffer(rowOffers.read, byKey(1));
  useOffer(rowOffers.snooze, byKey(2));
  useOffer(rowOffers.undo, undo);

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = event.target as HTMLElement;
    if (row.dataset["notification"] === undefined || event.altKey || event.ctrlKey || event.metaKey)
      return;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Home: () => focusRow(rows[0]?.id),
      End: () => focusRow(rows.at(-1)?.id),
      Enter: () => row.querySelector<HTMLElement>("a, button")?.click(),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  }
  return {
    act,
    snooze,
    tabStop: rows[at]?.id,
    listProps: {
      onFocus: (event: FocusEvent<HTMLElement>) => setChosen(rowOf(event) ?? chosen),
      onKeyDown: handleKeyDown,
    },
  };
}

/** The id of the row in which something got the focus. */
function rowOf({ target }: FocusEvent<HTMLElement>): string | undefined {
  return target.closest<HTMLElement>("[data-notification]")?.dataset["notification"];
}
