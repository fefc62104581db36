import { useLayoutEffect, useRef, useState } from "react";
import { useConnectionBack } from "./use-connection-back.ts";

interface MediaLoad {
  /** The ref of the element that shows it, and of the one that stands in for it. */
  readonly holder: (element: HTMLElement | null) => void;
  readonly hasFailed: boolean;
  readonly fail: () => void;
  readonly retry: () => void;
}

/**
 * Whether an image or a recording did not load. It is asked for again by `retry`, and with the next connection. A focus in its place
 * stays there, whichever of the two elements has it.
 */
export function useMediaLoad(src: string | undefined): MediaLoad {
  const element = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const [failed, setFailed] = useState<string>();
  const hasFailed = src !== undefined && failed === src;
  const change = (next: string | undefined): void => {
    hadFocus.current = element.current?.contains(document.activeElement) === true;
    setFailed(next);
  };
  const retry = () => change(undefined);
  useConnectionBack(hasFailed, retry);
  useLayoutEffect(() => {
    if (!hadFocus.current) return;
    hadFocus.current = false;
    const place =
      element.current?.querySelector<HTMLElement>("button") ??
      element.current?.closest<HTMLElement>("button, [tabindex]");
    place?.focus({ preventScroll: true });
  }, [hasFailed]);
  return {
    holder: (next) => {
      element.current = next;
    },
    hasFailed,
    fail: () => change(src),
    retry,
  };
}
