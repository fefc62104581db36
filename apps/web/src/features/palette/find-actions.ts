import type { Action, ActionTools } from "#web/lib/actions/actions.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { Command } from "./command.ts";

/** The actions that can be done where the palette was opened. */
export function toActionCommands(
  actions: readonly Action[],
  tools: ActionTools,
): readonly Command[] {
  return actions.map(({ id, title, keywords, shortcut, run }): Command => ({
    id: `action:${id}`,
    title: t(title),
    category: "action",
    keywords: [t(keywords)],
    shortcut,
    run: () => run(tools),
  }));
}
