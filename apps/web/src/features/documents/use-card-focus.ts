import { useEffect, useRef, type RefObject } from "react";

const CARDS = "section[tabindex]";

/**
 * Keeps the focus in a list of cards when the card that had it leaves the list: the card that takes its place has it then, or the sheet
 * where none is left.
 */
export function useCardFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<{ readonly card: Element; readonly index: number }>(undefined);
  useEffect(() => {
    const element = list.current;
    const note = ({ target }: FocusEvent): void => {
      const card = target instanceof Element ? target.closest(CARDS) : null;
      const index = [...(element?.querySelectorAll(CARDS) ?? [])].findIndex((one) => one === card);
      last.current = card ? { card, index } : undefined;
    };
    element?.addEventListener("focusin", note);
    return () => element?.removeEventListener("focusin", note);
  }, [list]);
  useEffect(() => {
    if (!last.current || last.current.card.isConnected) return;
    const { index } = last.current;
    last.current = undefined;
    if (document.activeElement !== document.body) return;
    const cards = list.current?.querySelectorAll<HTMLElement>(CARDS) ?? [];
    const next = cards[Math.min(index, cards.length - 1)];
    (next ?? list.current?.closest<HTMLElement>("[data-region=side]"))?.focus();
  });
}
