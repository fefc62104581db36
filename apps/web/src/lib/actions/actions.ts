import type { Text } from "#web/lib/language/i18n.ts";
import type { Side } from "#web/lib/routing/side.ts";
import { matchesShortcut, typesNothing } from "./shortcut.ts";

/** Where an action can be done. A room, the settings, the activity or a document are on the screen; the focus is on a room of the sidebar, on or in a message, or in the composer. */
export const actionScopes = [
  "global",
  "chat",
  "settings",
  "activity",
  "document",
  "sidebar",
  "message",
  "composer",
] as const;
export type ActionScope = (typeof actionScopes)[number];

/** Tools of the running app that an action may use. */
export interface ActionTools {
  readonly navigate: (to: string, state?: object) => void;
  readonly toggleSide: (side: Side) => void | Promise<void>;
}

/** Something that can be done, for whatever offers it: keys, tooltips, menus, help. */
export interface Action {
  readonly id: string;
  readonly title: Text;
  /** Other words by which people look for it. */
  readonly keywords: Text;
  /** As in "Mod+Shift+L"; `Mod` is Command on a Mac and Ctrl elsewhere. */
  readonly shortcut?: string;
  /** Other keys that do the same; nobody is shown them. */
  readonly alias?: string;
  readonly scope: ActionScope;
  /** Can it be done now? Always, where it is not said. */
  readonly when?: () => boolean;
  /** Fails with the reason why it was not done. */
  readonly run: (tools: ActionTools) => void | Promise<void>;
}

/** The parts of the page that take keys of their own while they are open. */
const captive = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const typingField =
  'textarea, select, [contenteditable]:not([contenteditable="false"]), input:not([type="button"], [type="checkbox"], [type="radio"], [type="submit"])';

/** The action of this key press, in the place where the focus is. */
export function findAction(actions: readonly Action[], event: KeyboardEvent): Action | undefined {
  const target = event.target instanceof Element ? event.target : document.body;
  if (target.closest(captive)) return undefined;
  const isTyping = target.matches(typingField);
  return actions.find((action) => {
    const keys = [action.shortcut, action.alias].find(
      (each) => each !== undefined && matchesShortcut(each, event),
    );
    if (keys === undefined) return false;
    return (
      (!isTyping || action.scope === "composer" || typesNothing(keys)) && mayRun(action, target)
    );
  });
}

/** Can it be done now, with the focus there? */
export function mayRun({ scope, when }: Action, target: Element): boolean {
  return isInScope(scope, target) && (when?.() ?? true);
}

function isInScope(scope: ActionScope, target: Element): boolean {
  switch (scope) {
    case "global":
      return true;
    case "chat":
    case "settings":
    case "activity":
    case "document":
      return document.querySelector(`[data-scope="${scope}"]`) !== null;
    case "sidebar":
    case "message":
    case "composer":
      return target.closest(`[data-scope="${scope}"]`) !== null;
  }
}
