import { createStore } from "@colbin/client";
import type { ComponentType, ReactNode } from "react";
import type { Screen } from "#web/lib/routing/screen.ts";

/** The module of a screen: its own `handle` wins over the row of the table. */
export interface LoadedScreen {
  readonly Component: ComponentType;
  readonly handle?: Screen;
}

export type LoadScreen = () => Promise<LoadedScreen>;

interface Row {
  readonly path?: string;
  readonly handle?: Screen;
  /** Where nothing is to be loaded, such as a redirection. */
  readonly element?: ReactNode;
  readonly lazy?: LoadScreen;
}

/** A row of the table of routes. */
export type ScreenRoute = Row &
  ({ index: true; children?: undefined } | { index?: false; children?: ScreenRoute[] });

/** All that came so far, by the function that loads it: drawn at once wherever it is wanted. */
export const loadedScreens = createStore<ReadonlyMap<LoadScreen, LoadedScreen>>(new Map());

/** Rejects where the module does not come; asked again, it tries again. */
export async function loadScreen(load: LoadScreen): Promise<void> {
  if (loadedScreens.getSnapshot().has(load)) return;
  const screen = await load();
  loadedScreens.update((known) => new Map(known).set(load, screen));
}

/** Every screen of the table; what does not come is asked for again when it is shown. */
export async function loadScreens(routes: readonly ScreenRoute[]): Promise<void> {
  const loads = routes.flatMap(function lazies({ lazy, children = [] }): readonly LoadScreen[] {
    return [...(lazy ? [lazy] : []), ...children.flatMap(lazies)];
  });
  await Promise.allSettled(loads.map(loadScreen));
}
