import type { CustomStatus } from "@colbin/protocol";
import { SlidersHorizontal } from "lucide-react";
import { useState, type ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { usePerson } from "#web/features/presence/use-person.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import type { Unsent } from "#web/lib/device/unsent.ts";
import { t } from "#web/lib/language/i18n.ts";
import { settingStatus, signingOut } from "./actions.ts";
import { LocalToggles } from "./LocalToggles.tsx";
import { userTexts } from "./texts.ts";

const loadMenu = () => import("./late-user-menu.ts");
const UserMenuSurface = lazyPart(loadMenu, "UserMenuSurface");
const StatusDialog = lazyPart(loadMenu, "StatusDialog");
const SignOutDialog = lazyPart(loadMenu, "SignOutDialog");

interface UserMenuProps {
  user: {
    readonly id: string;
    readonly fullName: string;
    readonly username: string;
    readonly avatar_url: string | null;
    readonly customStatus: CustomStatus | null;
  };
  /** Counts the texts that are lost with the sign-out, which asks first where there are any. */
  findUnsent: () => Promise<Unsent>;
  onSignOut: () => void;
  onProfile: () => void;
  onOrganizations: () => void;
  onSettings: () => void;
  onShortcuts: () => void;
  /** Beside it. */
  children?: ReactNode;
}

export function UserMenu(props: UserMenuProps) {
  const { user, findUnsent, onSignOut, children } = props;
  const [unsent, setUnsent] = useState<Unsent>();
  const [isSettingStatus, setSettingStatus] = useState(false);
  // Also what another device has said, or what is due.
  const person = usePerson(user.id);
  const status = person ? person.customStatus : user.customStatus;
  const setStatus = () => setSettingStatus(true);
  useOffer(settingStatus, setStatus);
  const signOut = async () => {
    const found = await findUnsent();
    if (found.messages + found.drafts + found.documents === 0) onSignOut();
    else setUnsent(found);
  };
  const { onProfile, onOrganizations, onSettings, onShortcuts } = props;
  const ways = { onProfile, onOrganizations, onSettings, onShortcuts };
  useOffer(signingOut, () => void signOut());
  return (
    <div className="mx-2.5 flex h-13 flex-none items-center gap-0.5 border-t border-line max-pair:mx-3 max-pair:h-15">
      <div className="grid min-w-0 flex-1">
        <Menu
          label={t(userTexts.menu)}
          side="top"
          align="start"
          surface={UserMenuSurface}
          props={{ ...ways, onStatus: setStatus, onSignOut: () => void signOut() }}
        >
          {(button) => (
            <button
              type="button"
              {...button}
              className="-ms-0.5 flex h-10 min-w-0 flex-1 items-center gap-2.25 rounded-sm px-1.5 hover:bg-hover aria-expanded:bg-pressed max-pair:h-13"
            >
              <PersonAvatar
                id={user.id}
                name={user.fullName}
                picture={user.avatar_url}
                size="row"
              />
              <span className="min-w-0 flex-1">
                <bdi className="clip-line block leading-4 font-medium">{user.fullName}</bdi>
                <bdi className="clip-line block text-xs text-ink-subtle">
                  {status ? `${status.emoji ?? ""} ${status.text}` : `@${user.username}`}
                </bdi>
              </span>
              <span className="sr-only">{t(userTexts.menuOf)}</span>
            </button>
          )}
        </Menu>
      </div>
      {children}
      <LocalToggles />
      <IconButton label={t(userTexts.settings)} onClick={onSettings}>
        <SlidersHorizontal aria-hidden="true" />
      </IconButton>
      {isSettingStatus && <StatusDialog saved={status} onClose={() => setSettingStatus(false)} />}
      {unsent && (
        <SignOutDialog unsent={unsent} onSignOut={onSignOut} onClose={() => setUnsent(undefined)} />
      )}
    </div>
  );
}
