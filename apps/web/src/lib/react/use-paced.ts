import { useEffect, useState } from "react";

/** The value as it is, but where only what `mayWait` has changed, as it was for up to so many milliseconds. */
export function usePaced<T>(value: T, ms: number, mayWait: (one: T, other: T) => boolean): T {
  const [shown, setShown] = useState(value);
  const [isResting, setResting] = useState(false);
  if (shown !== value && (!isResting || !mayWait(shown, value))) {
    setShown(value);
    setResting(true);
  }
  useEffect(() => {
    if (!isResting) return undefined;
    const timer = setTimeout(() => setResting(false), ms);
    return () => clearTimeout(timer);
  }, [isResting, shown, ms]);
  return shown;
}
