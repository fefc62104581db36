import {
  Building2,
  Circle,
  CircleDashed,
  Keyboard,
  LogOut,
  Monitor,
  Moon,
  Settings,
  Smile,
  Sun,
  UserRound,
} from "lucide-react";
import type { MenuEntry } from "#web/design/menu/menu-entry.ts";
import type { MenuPlace } from "#web/design/menu/menu-place.ts";
import { MenuSurface } from "#web/design/menu/MenuSurface.tsx";
import { useQuietEntries } from "#web/features/quiet-hours/use-quiet-entries.ts";
import { statusTexts } from "#web/features/presence/status-texts.ts";
import { account } from "#web/lib/api/account.ts";
import { useTheme, type Theme } from "#web/lib/device/theme.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { chooseTheme } from "./choose-theme.ts";
import { choosePreference } from "./preferences.ts";
import { lateUserTexts } from "./late-user-texts.ts";
import { userTexts } from "./texts.ts";

interface UserMenuSurfaceProps extends MenuPlace {
  onStatus: () => void;
  onProfile: () => void;
  onOrganizations: () => void;
  onSettings: () => void;
  onShortcuts: () => void;
  onSignOut: () => void;
}

export function UserMenuSurface({
  onStatus,
  onProfile,
  onOrganizations,
  onSettings,
  onShortcuts,
  onSignOut,
  ...place
}: UserMenuSurfaceProps) {
  const { theme } = useTheme();
  const quietEntries = useQuietEntries(place.isOpen);
  const isInvisible = useStore(account.session, ({ user }) => user?.preferences.invisible);
  return (
    <MenuSurface
      {...place}
      entries={[
        {
          kind: "action",
          id: "status",
          label: t(lateUserTexts.setStatus),
          icon: Smile,
          onSelect: onStatus,
        },
        ...quietEntries,
        toPresenceChoice(isInvisible ?? false),
        { kind: "separator", id: "looks" },
        toThemeChoice(theme),
        { kind: "separator", id: "help" },
        {
          kind: "action",
          id: "profile",
          label: t(lateUserTexts.profile),
          icon: UserRound,
          onSelect: onProfile,
        },
        {
          kind: "action",
          id: "organizations",
          label: t(lateUserTexts.organizations),
          icon: Building2,
          onSelect: onOrganizations,
        },
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
          label: t(lateUserTexts.shortcuts),
          icon: Keyboard,
          onSelect: onShortcuts,
        },
        { kind: "separator", id: "end" },
        {
          kind: "action",
          id: "sign-out",
          label: t(lateUserTexts.signOut),
          icon: LogOut,
          onSelect: onSignOut,
        },
      ]}
    />
  );
}

function toThemeChoice(theme: Theme): MenuEntry {
  return {
    kind: "choice",
    id: "theme",
    label: t(lateUserTexts.theme),
    value: theme,
    options: [
      { value: "system", label: t(lateUserTexts.themeSystem), icon: Monitor },
      { value: "light", label: t(lateUserTexts.themeLight), icon: Sun },
      { value: "dark", label: t(lateUserTexts.themeDark), icon: Moon },
    ],
    onChange: (value) => chooseTheme(value as Theme),
  };
}

function toPresenceChoice(isInvisible: boolean): MenuEntry {
  return {
    kind: "choice",
    id: "presence",
    label: t(statusTexts.presence),
    value: isInvisible ? "invisible" : "visible",
    options: [
      { value: "visible", label: t(statusTexts.visible), icon: Circle },
      {
        value: "invisible",
        label: t(statusTexts.invisible),
        note: t(statusTexts.invisibleNote),
        icon: CircleDashed,
      },
    ],
    onChange: (value) => choosePreference({ invisible: value === "invisible" }),
  };
}
