import { useEffect, useRef } from "react";

/** For the element around lines that go with their answer: it takes the focus of a button that went, which would go nowhere. */
export function useKeptFocus(count: number) {
  const element = useRef<HTMLDivElement>(null);
  const before = useRef(count);
  useEffect(() => {
    const hasGone = count < before.current && document.activeElement === document.body;
    if (hasGone) element.current?.focus();
    before.current = count;
  }, [count]);
  return element;
}
