import { matchRoutes, useLocation } from "react-router";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { Boundary } from "./Boundary.tsx";
import { drawMatches } from "./draw-matches.tsx";
import { PageErrorScreen } from "./PageErrorScreen.tsx";
import { routes } from "./routes.tsx";

const SideSheets = lazyPart(() => import("./SideSheets.tsx"), "SideSheets");

/** The screen of the address. A screen that fails leaves the sidebar standing. */
export function Screens() {
  const location = useLocation();
  return (
    <Boundary place={location} renderError={(cause) => <PageErrorScreen cause={cause} />}>
      {drawMatches(matchRoutes(routes, location) ?? [])}
      {location.search.includes("side=") && <SideSheets />}
    </Boundary>
  );
}
