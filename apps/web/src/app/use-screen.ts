import { matchRoutes, useLocation, type Params } from "react-router";
import type { ActionScope } from "#web/lib/actions/actions.ts";
import { chat } from "#web/lib/api/chat.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { chosenPane, type Pane, type Screen } from "#web/lib/routing/screen.ts";
import { routes } from "./routes.tsx";
import { loadedScreens } from "./screens.ts";

export interface CurrentScreen {
  readonly params: Readonly<Params>;
  readonly title: string | undefined;
  readonly pane: Pane;
  readonly scope: ActionScope | undefined;
  readonly isSettings: boolean;
}

/** The description of the shown screen by its routes; the innermost has the last word. */
export function useScreen(): CurrentScreen {
  const location = useLocation();
  const matches = matchRoutes(routes, location) ?? [];
  const lazy = matches.at(-1)?.route.lazy;
  const loaded = useStore(loadedScreens, (known) => lazy && known.get(lazy)?.handle);
  const isNarrow = useMediaQuery(narrowQuery);
  const params = matches.at(-1)?.params ?? {};
  const handles = [...matches.map(({ route }) => route.handle), loaded];
  const screen = handles.reduce<Screen>((outer, handle) => ({ ...outer, ...handle }), {});
  const { title, isChoice = false, scope } = screen;
  const isSettings = scope === "settings";
  // A new person has nothing in the list yet, and finds the way into a room on the sheet.
  const isNew = useStore(chat.store, (known) => known.hasSubscriptions && known.order.length === 0);
  const shown = useStore(chat.store, (known) =>
    typeof title === "function" ? title(params, known) : title && t(title),
  );
  const preferred = chosenPane(location.state) ?? (isNew && !isSettings ? "sheet" : "list");
  return {
    params,
    title: shown,
    pane: isNarrow && isChoice ? preferred : "sheet",
    scope,
    isSettings,
  };
}
