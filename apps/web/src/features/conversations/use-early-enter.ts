import { useEffect, useEffectEvent, useRef } from "react";

/** Enter that is pressed before the people of the typed text are there: it is remembered, and `take` is called once they are. */
export function useEarlyEnter(isCurrent: boolean, take: () => void) {
  const isPressed = useRef(false);
  const handleCurrent = useEffectEvent(take);
  useEffect(() => {
    if (!isPressed.current || !isCurrent) return;
    isPressed.current = false;
    handleCurrent();
  }, [isCurrent]);
  return {
    press: () => {
      isPressed.current = true;
    },
    forget: () => {
      isPressed.current = false;
    },
  };
}
