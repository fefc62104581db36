import { useEffect, useEffectEvent, type RefObject } from "react";

interface NearInput {
  view: RefObject<Element | null>;
  mark: RefObject<Element | null>;
  px: number;
  /** Another one where the mark is to be looked at anew: one that was near may be near still, and only a change is told. */
  again: string;
}

/** Tells whether a mark is within so many pixels of the view, at first and whenever that changes. Nothing is measured for it. */
export function useNear(
  { view, mark, px, again }: NearInput,
  onChange: (isNear: boolean) => void,
): void {
  const handle = useEffectEvent(onChange);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => handle(entries.at(-1)?.isIntersecting ?? false),
      { root: view.current, rootMargin: `${px}px 0px` },
    );
    if (mark.current) observer.observe(mark.current);
    return () => observer.disconnect();
  }, [view, mark, px, again]);
}
