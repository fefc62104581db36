import type { ChatState } from "@colbin/client";
import type { Params } from "react-router";
import type { ActionScope } from "#web/lib/actions/actions.ts";
import type { Text } from "#web/lib/language/i18n.ts";

/** The description of a screen by its route, as its `handle`. */
export interface Screen {
  /** The name of the tab, before the product's name; without it the tab has that name alone. */
  readonly title?: Text | ((params: Readonly<Params>, state: ChatState) => string);
  /** Nothing is open yet: a narrow screen shows the list beside it instead, of rooms where there are any. */
  readonly isChoice?: boolean;
  /** Actions of this scope can be done on it. The settings have their own list in the place of the rooms. */
  readonly scope?: ActionScope;
}

/** Which of the two a narrow screen shows. A wide one shows both. */
export type Pane = "list" | "sheet";

/** Goes with a step to a screen of choice, as router state: which pane was asked for. */
export interface PaneChoice {
  readonly pane: Pane;
}

/** The pane that was asked for; undefined where the screen decides. */
export function chosenPane(routerState: unknown): Pane | undefined {
  if (typeof routerState !== "object" || routerState === null || !("pane" in routerState))
    return undefined;
  const { pane } = routerState;
  return pane === "list" || pane === "sheet" ? pane : undefined;
}
