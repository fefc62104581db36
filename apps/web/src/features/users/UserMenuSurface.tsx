import { Keyboard, LogOut, Monitor, Moon, Settings, Sun } from "lucide-react";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu-place.ts";
import { MenuSurface } from "#web/design/MenuSurface.tsx";
import { t } from "#web/lib/i18n.ts";
import { toTheme, useTheme } from "#web/lib/theme.ts";
import { chooseTheme } from "./choose-theme.ts";
import { userTexts } from "./texts.ts";

interface UserMenuSurfaceProps extends MenuPlace {
  onSettings: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}

export function UserMenuSurface({
  onSettings,
  onShortcuts,
  onSignOut,
  ...place
}: UserMenuSurfaceProps) {
  const { theme } = useTheme();
  return (
    <MenuSurface
      {...place}
      entries={[
        toThemeChoice(theme),
        { kind: "separator", id: "help" },
        {
          kind: "action",
          id: "settings",
          label: t(userTexts.settings),
          icon: Settings,
          onSelect: onSettings,
        },
        {
          kind: "action",
          id: "shortcuts",
          label: t(userTexts.shortcuts),
          icon: Keyboard,
          onSelect: onShortcuts,
        },
        { kind: "separator", id: "end" },
        {
          kind: "action",
          id: "sign-out",
          label: t(userTexts.signOut),
          icon: LogOut,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}

function toThemeChoice(theme: string): MenuEntry {
  return {
    kind: "choice",
    id: "theme",
    label: t(userTexts.theme),
    value: theme,
    options: [
      { value: "system", label: t(userTexts.themeSystem), icon: Monitor },
      { value: "light", label: t(userTexts.themeLight), icon: Sun },
      { value: "dark", label: t(userTexts.themeDark), icon: Moon },
    ],
    onChange: (value) => chooseTheme(toTheme(value)),
  };
}
