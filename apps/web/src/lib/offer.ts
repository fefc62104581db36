import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

interface Taker {
  readonly run: () => void;
  readonly area: RefObject<HTMLElement | null> | undefined;
}

/** Something that a component of the page does, while it is there, for an action that is declared without it. */
export interface Offer {
  /** Is anybody there to do it? */
  readonly when: () => boolean;
  readonly run: () => void;
  /** Returns the way to take it back. */
  readonly make: (taker: Taker) => () => void;
}

/** Where several offer the same, the one around the focus does it, else the last that came. */
export function createOffer(): Offer {
  const takers = new Set<Taker>();
  return {
    when: () => takers.size > 0,
    run() {
      const all = [...takers];
      const near = all.findLast(({ area }) => area?.current?.contains(document.activeElement));
      (near ?? all.at(-1))?.run();
    },
    make(taker) {
      takers.add(taker);
      return () => takers.delete(taker);
    },
  };
}

/** Offers it while there is something to run. */
export function useOffer(
  offer: Offer,
  run: (() => void) | undefined,
  area?: RefObject<HTMLElement | null>,
): void {
  const handle = useEffectEvent(() => run?.());
  const isOffered = run !== undefined;
  // Before it is painted: whoever sees the button may press its key at once.
  useLayoutEffect(() => {
    if (!isOffered) return undefined;
    return offer.make({ run: () => handle(), area });
  }, [offer, isOffered, area]);
}
