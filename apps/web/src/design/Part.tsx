import { createElement, useEffect, useState, type ComponentType } from "react";

interface PartProps<P> {
  /** Nothing is loaded at 0; each higher number asks again, if it is still missing. */
  need: number;
  load: () => Promise<ComponentType<P>>;
  props: P;
}

/**
 * A part of the page that comes when it is needed, and shows nothing until then. A failure costs nothing but that part:
 * who is offline keeps the page.
 */
export function Part<P extends object>({ need, load, props }: PartProps<P>) {
  const [loaded, setLoaded] = useState<{ component: ComponentType<P> }>();
  const isMissing = loaded === undefined && need > 0;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    load().then(
      (component) => isWanted && setLoaded({ component }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [isMissing, need, load]);
  return loaded ? createElement(loaded.component, props) : null;
}
