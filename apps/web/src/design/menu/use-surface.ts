import { useState } from "react";
import type { Place } from "./landmark.ts";

/** The state that an opener keeps of its menu or popover: the surface itself is loaded when it is asked for. */
export function useSurface<P extends Place = Place>() {
  const [isOpen, setOpen] = useState(false);
  const [place, setPlace] = useState<P>();
  const [need, setNeed] = useState(0);
  const ask = (): void => setNeed(need + 1);
  return {
    isOpen,
    place,
    need,
    ask,
    open: (next: P): void => {
      ask();
      setPlace(next);
      setOpen(true);
    },
    close: (): void => setOpen(false),
  };
}
