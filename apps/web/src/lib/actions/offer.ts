import { useEffectEvent, useLayoutEffect, type RefObject } from "react";

interface Taker {
  /** Undefined while the part is there and has nothing to do. */
  readonly run: (() => void) | undefined;
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

/** Where several offer the same, the one around the focus decides alone, else the last that came. */
export function createOffer(): Offer {
  const takers = new Set<Taker>();
  function find(): Taker["run"] {
    const all = [...takers];
    const near = all.findLast(({ area }) => area?.current?.contains(document.activeElement));
    return (near ?? all.findLast(({ run }) => run))?.run;
  }
  return {
    when: () => find() !== undefined,
    run: () => find()?.(),
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
  useLayoutEffect(
    () => offer.make({ run: isOffered ? () => handle() : undefined, area }),
    [offer, isOffered, area],
  );
}
