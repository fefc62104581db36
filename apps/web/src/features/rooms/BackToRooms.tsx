import { ArrowLeft } from "lucide-react";
import { Link } from "#web/design/button/Link.tsx";
import { t } from "#web/lib/language/i18n.ts";
import type { PaneChoice } from "#web/lib/routing/screen.ts";
import { roomTexts } from "./texts.ts";

/** Only where the rooms are not in sight. */
export function BackToRooms() {
  return (
    <Link
      to="/chat"
      state={{ pane: "list" } satisfies PaneChoice}
      aria-label={t(roomTexts.back)}
      className="grid size-control-sm flex-none place-items-center rounded-sm text-ink-subtle hover:bg-hover hover:text-ink pair:hidden"
    >
      <ArrowLeft className="rtl:-scale-x-100" aria-hidden="true" />
    </Link>
  );
}
