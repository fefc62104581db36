import { Link } from "#web/design/button/Link.tsx";
import { SideSheet } from "#web/design/overlay/SideSheet.tsx";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import type { SideProps } from "#web/lib/routing/side.ts";
import { SHORTCUTS_PATH } from "./constants.ts";
import { ShortcutList } from "./ShortcutList.tsx";
import { lateAppTexts } from "./late-app-texts.ts";
import { appTexts } from "./texts.ts";

/** Beside what one is doing, to try them. */
export function ShortcutsSheet({ onClose }: SideProps<"shortcuts">) {
  // The title of the sheet is one higher where the sheet is the page.
  const titleAs = useMediaQuery(narrowQuery) ? "h2" : "h3";
  // Link guests have few of the keys, and no page of them.
  if (isLinkGuest()) return null;
  return (
    <SideSheet title={t(appTexts.shortcuts)} onClose={onClose}>
      <div className="scroll-area flex-1 px-gutter py-4">
        <ShortcutList titleAs={titleAs} />
        <Link to={SHORTCUTS_PATH} className="text-link">
          {t(lateAppTexts.shortcutsPage)}
        </Link>
      </div>
    </SideSheet>
  );
}
