import clsx from "clsx";
import { useState, type ReactNode } from "react";
import { SideSheetSlot } from "#web/design/overlay/side-sheet-slot.ts";
import { Sheet } from "#web/design/page/Sheet.tsx";
import type { ActionScope } from "#web/lib/actions/actions.ts";
import { narrowQuery, useMediaQuery } from "#web/lib/device/media.ts";
import { t } from "#web/lib/language/i18n.ts";
import type { Pane } from "#web/lib/routing/screen.ts";
import { appTexts } from "./texts.ts";

interface ShellLayoutProps {
  /** Which of the two a narrow screen shows. A wide one shows both. */
  pane: Pane;
  scope: ActionScope | undefined;
  sidebar: ReactNode;
  /** The name of the sidebar, and its heading where it is all there is. */
  sidebarTitles: { readonly label: string; readonly heading: string };
  /** Above the sheets: the state of the app as a whole. */
  banners?: ReactNode;
  children: ReactNode;
}

export function ShellLayout(props: ShellLayoutProps) {
  const { pane, scope, sidebar, sidebarTitles, banners, children } = props;
  const [sideSlot, setSideSlot] = useState<HTMLElement | null>(null);
  // The rooms are the main content where nothing else is shown. Roles change and elements stay, so that nothing remounts.
  const isListPage = useMediaQuery(narrowQuery) && pane === "list";
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        // A step of the browser's own would stand in the history, between those of the app.
        onClick={(event) => {
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
        className="absolute start-2 top-2 z-tooltip rounded-sm bg-raised px-3 py-2 shadow-float not-focus:sr-only"
      >
        {t(appTexts.skip)}
      </a>
      {/* The panes under a second sheet on a phone are there for nobody meanwhile, and keep their places of scrolling. */}
      <div className="relative grid min-h-0 flex-1 overflow-clip pair:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]">
        <div
          {...(isListPage && { id: "main", role: "main", tabIndex: -1 })}
          className={clsx(
            "min-h-0 min-w-0 outline-none max-pair:in-data-side:invisible",
            pane === "sheet" && "max-pair:hidden",
          )}
        >
          {isListPage && <h1 className="sr-only">{sidebarTitles.heading}</h1>}
          <nav
            data-region="sidebar"
            aria-label={sidebarTitles.label}
            className="flex h-full min-h-0 flex-col"
          >
            {isListPage && <div className="grid gap-seam px-3 pt-1.5 empty:hidden">{banners}</div>}
            {sidebar}
          </nav>
        </div>
        <div
          className={clsx(
            "flex min-h-0 min-w-0 flex-col gap-seam max-pair:in-data-side:invisible pair:py-seam pair:pe-seam",
            pane === "list" && "max-pair:hidden max-pair:in-data-side:flex",
          )}
        >
          {!isListPage && (
            <div className="grid gap-seam empty:hidden max-pair:px-2 max-pair:pt-2">{banners}</div>
          )}
          <div className="flex min-h-0 flex-1 gap-seam">
            <Sheet
              {...(!isListPage && { id: "main", role: "main", tabIndex: -1 })}
              data-scope={scope}
              className="outline-none"
            >
              <SideSheetSlot value={sideSlot}>{children}</SideSheetSlot>
            </Sheet>
            <div ref={setSideSlot} className="contents" />
          </div>
        </div>
      </div>
    </div>
  );
}
