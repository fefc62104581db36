import { conversationActions } from "#web/features/conversations/actions.ts";
import { messageActions } from "#web/features/messages/actions.ts";
import { openPalette } from "#web/features/palette/actions.ts";
import { roomActions } from "#web/features/rooms/actions.ts";
import { leaveSettings } from "#web/features/settings/actions.ts";
import { openShare } from "#web/features/share/actions.ts";
import { sidebarActions } from "#web/features/sidebar/actions.ts";
import { stepActions } from "#web/features/sidebar/step-actions.ts";
import { markAllAsRead } from "#web/features/subscriptions/actions.ts";
import { workspaceActions } from "#web/features/workspaces/actions.ts";
import { writingActions } from "#web/features/writing/actions.ts";
import type { Action } from "#web/lib/actions/actions.ts";
import { mainKeys } from "#web/lib/actions/main-keys.ts";
import { otherTheme } from "#web/lib/device/theme.ts";
import { SHORTCUTS_PATH } from "./constants.ts";
import { regionActions } from "./region-actions.ts";
import { appTexts } from "./texts.ts";

async function toggleTheme(): Promise<void> {
  const { chooseTheme } = await import("#web/features/users/choose-theme.ts");
  chooseTheme(otherTheme());
}

const appActions: readonly Action[] = [
  ...regionActions,
  {
    id: "app.shortcuts",
    title: appTexts.showShortcuts,
    keywords: appTexts.shortcutWords,
    shortcut: mainKeys.shortcuts,
    scope: "global",
    // Their own page shows them already.
    when: () => window.location.pathname !== SHORTCUTS_PATH,
    run: ({ toggleSide }) => toggleSide({ name: "shortcuts", at: "" }),
  },
  {
    id: "app.toggleTheme",
    title: appTexts.toggleTheme,
    keywords: appTexts.themeWords,
    scope: "global",
    run: toggleTheme,
  },
];

/** All that can be done, for keys, help and menus. Features declare their own. */
export const actions: readonly Action[] = [
  ...appActions,
  openPalette,
  ...roomActions,
  ...conversationActions,
  ...sidebarActions,
  ...stepActions,
  markAllAsRead,
  ...workspaceActions,
  openShare,
  leaveSettings,
  ...messageActions,
  ...writingActions,
];
