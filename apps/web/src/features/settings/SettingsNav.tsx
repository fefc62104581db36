import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { Link } from "#web/design/button/Link.tsx";
import { SidebarRow } from "#web/design/page/SidebarRow.tsx";
import { useOffer } from "#web/lib/actions/offer.ts";
import { account } from "#web/lib/api/account.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { leavingSettings } from "./actions.ts";
import { settingsEntriesFor } from "./settings-entries.ts";
import { settingsTexts } from "./texts.ts";

interface SettingsNavProps {
  /** Where the person was before: Escape leads there as well. */
  wayOut: string;
  /** The person. */
  foot: ReactNode;
}

/** The list of the settings, in the place of the rooms. */
export function SettingsNav({ wayOut, foot }: SettingsNavProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const name = useStore(account.session, ({ user }) => user?.fullName);
  const role = useStore(account.session, ({ user }) => user?.role);
  useOffer(leavingSettings, () => void navigate(wayOut));
  return (
    <>
      <div className="px-2.5 pt-seam max-pair:px-3 max-pair:pt-1.5">
        <Link
          to={wayOut}
          className="flex h-header items-center gap-2.25 rounded-md px-2 text-md font-strong hover:bg-hover"
        >
          <ArrowLeft className="text-ink-subtle rtl:-scale-x-100" aria-hidden="true" />
          {t(settingsTexts.title)} <span className="sr-only">{t(settingsTexts.backToChat)}</span>
        </Link>
      </div>
      <div className="scroll-area min-h-0 flex-1 px-2.5 pt-0.5 pb-3 max-pair:px-3 max-pair:pt-3 max-pair:pb-5">
        <h2 className="flex h-7 items-center px-2 text-xs font-medium text-ink-subtle max-pair:h-10 max-pair:text-sm">
          <bdi className="clip-line">{name}</bdi>
        </h2>
        <ul>
          {settingsEntriesFor(role).map(({ path, title, icon: Icon }) => (
            <li key={path}>
              <SidebarRow
                to={path}
                icon={<Icon aria-hidden="true" />}
                name={t(title)}
                isCurrent={pathname === path || pathname.startsWith(`${path}/`)}
                isUnread={false}
              />
            </li>
          ))}
        </ul>
      </div>
      {foot}
    </>
  );
}
