import { useLocation, useRoutes, type RouteObject } from "react-router";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Boundary } from "./Boundary.tsx";
import { LazyScreen } from "./LazyScreen.tsx";
import { PageErrorScreen } from "./PageErrorScreen.tsx";
import { routes } from "./routes.tsx";
import type { ScreenRoute } from "./screens.ts";

const SideSheets = lazyPart(() => import("./SideSheets.tsx"), "SideSheets");

const objects = routes.map(toObject);

/** The screen of the address. A screen that fails leaves the sidebar standing. */
export function Screens() {
  const screen = useRoutes(objects);
  const location = useLocation();
  return (
    <Boundary place={location} renderError={(cause) => <PageErrorScreen cause={cause} />}>
      {screen}
      {location.search.includes("side=") && <SideSheets />}
    </Boundary>
  );
}

/** As the router knows it: what comes late is a screen that says so meanwhile. */
function toObject({ lazy, children, ...route }: ScreenRoute): RouteObject {
  return {
    ...route,
    ...(lazy && { element: <LazyScreen load={lazy} /> }),
    ...(children && { children: children.map(toObject) }),
  } as RouteObject;
}
