import type { ReactElement } from "react";
import { UNSAFE_RouteContext as RouteContext, type RouteMatch } from "react-router";
import { LazyScreen } from "./LazyScreen.tsx";
import type { ScreenRoute } from "./screens.ts";

/**
 * The elements of these matches, each in the outlet of the one before it; what comes late is a screen that says so meanwhile. The
 * router's own `useRoutes` would bring its data routers to the page, of which nothing would run.
 */
export function drawMatches(
  matches: readonly RouteMatch<string, ScreenRoute>[],
): ReactElement | null {
  return matches.reduceRight<ReactElement | null>((outlet, { route }, at) => {
    const upToHere = matches.slice(0, at + 1) as RouteMatch[];
    const { lazy, element = outlet } = route;
    return (
      <RouteContext value={{ outlet, matches: upToHere, isDataRoute: false }}>
        {lazy ? <LazyScreen load={lazy} /> : element}
      </RouteContext>
    );
  }, null);
}
