import { Keyboard, LogOut, Monitor, Moon, Sun } from "lucide-react";
import { useState } from "react";
import { Avatar } from "#web/design/Avatar.tsx";
import { Menu } from "#web/design/Menu.tsx";
import type { MenuEntry } from "#web/design/menu-entry.ts";
import { Part } from "#web/design/Part.tsx";
import { t } from "#web/lib/i18n.ts";
import { setTheme, toTheme, useTheme } from "#web/lib/theme.ts";
import { useOffer } from "#web/lib/offer.ts";
import { signingOut } from "./actions.ts";
import { userTexts } from "./texts.ts";

async function loadSignOutDialog() {
  return (await import("./SignOutDialog.tsx")).SignOutDialog;
}

interface UserMenuProps {
  user: {
    readonly id: string;
    readonly fullName: string;
    readonly username: string;
    readonly avatar_url: string | null;
  };
  /** Messages that only this browser has: signing out asks first. */
  /** How many messages are lost with the sign-out, also of other tabs and workspaces. */
  findUnsent: () => Promise<number>;
  onSignOut: () => void;
  onShortcuts: () => void;
}

export function UserMenu(props: UserMenuProps) {
  const { user, findUnsent, onSignOut, onShortcuts } = props;
  const { theme } = useTheme();
  const [unsentCount, setUnsentCount] = useState(0);
  const signOut = async () => {
    const found = await findUnsent();
    setUnsentCount(found);
    if (found === 0) onSignOut();
  };
  useOffer(signingOut, () => void signOut());
  return (
    <div className="mx-2.5 h-13 flex-none border-t border-line pb-1 max-pair:mx-3 max-pair:h-15">
      <Menu
        label={t(userTexts.menu)}
        side="top"
        align="start"
        entries={[
          toThemeChoice(theme),
          { kind: "separator", id: "help" },
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
            onSelect: () => void signOut(),
          },
        ]}
      >
        {(button) => (
          <button
            type="button"
            {...button}
            className="-ms-0.5 mt-1 flex h-10 min-w-0 flex-1 items-center gap-2.25 rounded-sm px-1.5 hover:bg-hover aria-expanded:bg-pressed max-pair:h-13"
          >
            <Avatar id={user.id} name={user.fullName} picture={user.avatar_url} size="row" />
            <span className="min-w-0 flex-1">
              <bdi className="clip-line block leading-4 font-medium">{user.fullName}</bdi>
              <bdi className="clip-line block text-xs text-ink-subtle">@{user.username}</bdi>
            </span>
            <span className="sr-only">{t(userTexts.menuOf)}</span>
          </button>
        )}
      </Menu>
      {unsentCount > 0 && (
        <Part
          need={1}
          load={loadSignOutDialog}
          props={{ unsentCount, onSignOut, onClose: () => setUnsentCount(0) }}
        />
      )}
    </div>
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
    onChange: (value) => setTheme(toTheme(value)),
  };
}
