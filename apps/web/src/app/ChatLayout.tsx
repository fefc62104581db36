import clsx from "clsx";
import type { ReactNode } from "react";
import { Sheet } from "#web/design/Sheet.tsx";
import { t } from "#web/lib/i18n.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/media.ts";
import { appTexts } from "./texts.ts";
import { useRegionKeys } from "./use-region-keys.ts";

interface ChatLayoutProps {
  /** Which of the two a narrow screen shows. A wide one shows both. */
  pane: "list" | "sheet";
  sidebar: ReactNode;
  /** Above the sheets: the state of the app as a whole. */
  banners?: ReactNode;
  children: ReactNode;
}

export function ChatLayout({ pane, sidebar, banners, children }: ChatLayoutProps) {
  useRegionKeys();
  // The rooms are the main content where nothing else is shown. Roles change and elements stay, so that nothing remounts.
  const isListPage = useMediaQuery(narrowQuery) && pane === "list";
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="absolute start-2 top-2 z-tooltip rounded-sm bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        {t(appTexts.skip)}
      </a>
      <div className="grid min-h-0 flex-1 pair:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]">
        <div
          {...(isListPage && { id: "main", role: "main" })}
          className={clsx("min-h-0 min-w-0", pane === "sheet" && "max-pair:hidden")}
        >
          {isListPage && <h1 className="sr-only">{t(appTexts.rooms)}</h1>}
          <nav
            data-region="sidebar"
            aria-label={t(appTexts.sidebar)}
            className="flex h-full min-h-0 flex-col"
          >
            {isListPage && <div className="grid gap-seam px-3 pt-1.5 empty:hidden">{banners}</div>}
            {sidebar}
          </nav>
        </div>
        <div
          className={clsx(
            "flex min-h-0 min-w-0 flex-col gap-seam pair:py-seam pair:pe-seam",
            pane === "list" && "max-pair:hidden",
          )}
        >
          {!isListPage && (
            <div className="grid gap-seam empty:hidden max-pair:px-2 max-pair:pt-2">{banners}</div>
          )}
          <Sheet
            {...(!isListPage && { id: "main", role: "main", tabIndex: -1 })}
            className="outline-none"
          >
            {children}
          </Sheet>
        </div>
      </div>
    </div>
  );
}
