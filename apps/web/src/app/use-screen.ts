import { useLocation, useMatches, type Params } from "react-router";
import type { ActionScope } from "#web/lib/actions.ts";
import { chat } from "#web/lib/chat.ts";
import { t } from "#web/lib/i18n.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/media.ts";
import { chosenPane, type Pane, type Screen } from "#web/lib/screen.ts";
import { useStore } from "#web/lib/use-store.ts";

export interface CurrentScreen {
  readonly params: Readonly<Params>;
  readonly title: string | undefined;
  readonly pane: Pane;
  /** Rooms to choose from are what is shown. */
  readonly isChoice: boolean;
  readonly scope: ActionScope | undefined;
  readonly isSettings: boolean;
}

/** What the routes say of the screen that is shown; the innermost has the last word. */
export function useScreen(): CurrentScreen {
  const matches = useMatches();
  const state: unknown = useLocation().state;
  const isNarrow = useMediaQuery(narrowQuery);
  const params = matches.at(-1)?.params ?? {};
  const screen = matches.reduce<Screen>(
    (outer, match) => ({ ...outer, ...(match.handle as Screen | undefined) }),
    {},
  );
  const { title, isChoice = false, scope } = screen;
  const isSettings = scope === "settings";
  // A new person has nothing in the list yet, and finds the way into a room on the sheet.
  const isNew = useStore(chat.store, (known) => known.hasSubscriptions && known.order.length === 0);
  const shown = useStore(chat.store, (known) =>
    typeof title === "function" ? title(params, known) : title && t(title),
  );
  const preferred = chosenPane(state) ?? (isNew && !isSettings ? "sheet" : "list");
  return {
    params,
    title: shown,
    pane: isNarrow && isChoice ? preferred : "sheet",
    isChoice,
    scope,
    isSettings,
  };
}
