import { createElement, useEffect, useState, type ComponentType, type ReactNode } from "react";

interface PartProps<P> {
  /** Nothing is loaded at 0; each higher number asks again, if it is still missing. */
  need: number;
  load: () => Promise<ComponentType<P>>;
  props: P;
  /** Stands in for it while it is missing. */
  renderMissing?: (hasFailed: boolean) => ReactNode;
}

interface Loaded<P> {
  readonly component: ComponentType<P>;
}

/** By the function that loads it, which knows what it loads. */
const loadedParts = new WeakMap<object, unknown>();

/**
 * A part of the page that comes when it is needed, and shows nothing of its own until then; what has come once is there at once
 * everywhere else. A failure costs nothing but that part: who is offline keeps the page.
 */
export function Part<P extends object>({ need, load, props, renderMissing }: PartProps<P>) {
  const [loaded, setLoaded] = useState(() => {
    return need > 0 ? (loadedParts.get(load) as Loaded<P> | undefined) : undefined;
  });
  const [failedAt, setFailedAt] = useState(0);
  const isMissing = loaded === undefined && need > 0;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    load().then(
      (component) => {
        loadedParts.set(load, { component });
        if (isWanted) setLoaded({ component });
      },
      () => isWanted && setFailedAt(need),
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing, need, load]);
  if (loaded) return createElement(loaded.component, props);
  return isMissing ? renderMissing?.(failedAt === need) : null;
}
