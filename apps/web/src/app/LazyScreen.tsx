import { createElement, useEffect, useState } from "react";
import { useStore } from "#web/lib/react/use-store.ts";
import { loadedScreens, loadScreen, type LoadScreen } from "./screens.ts";
import { SheetSpinner } from "./SheetSpinner.tsx";

/** A screen whose module comes when it is first shown. A missing module fails as a throwing screen, and is asked for again. */
export function LazyScreen({ load }: { load: LoadScreen }) {
  const screen = useStore(loadedScreens, (known) => known.get(load));
  const [failed, setFailed] = useState<{ readonly load: LoadScreen; readonly cause: unknown }>();
  const isMissing = screen === undefined;
  useEffect(() => {
    if (!isMissing) return undefined;
    let isWanted = true;
    loadScreen(load).catch((cause: unknown) => isWanted && setFailed({ load, cause }));
    return () => {
      isWanted = false;
    };
  }, [load, isMissing]);
  if (failed?.load === load) throw failed.cause;
  return screen ? createElement(screen.Component) : <SheetSpinner />;
}
