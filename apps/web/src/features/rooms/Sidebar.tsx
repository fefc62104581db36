import { Compass } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { SearchField } from "#web/design/SearchField.tsx";
import { SectionTitle } from "#web/design/SectionTitle.tsx";
import { SidebarRow } from "#web/design/SidebarRow.tsx";
import { Skeleton } from "#web/design/Skeleton.tsx";
import { chat } from "#web/lib/chat.ts";
import { t } from "#web/lib/i18n.ts";
import type { PaneChoice } from "#web/lib/screen.ts";
import { useStore } from "#web/lib/use-store.ts";
import { RoomList } from "./RoomList.tsx";
import { roomTexts } from "./texts.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { useRoomSearch } from "./use-room-search.ts";

interface SidebarProps {
  /** The workspace switcher. */
  top: ReactNode;
  /** The person. */
  foot: ReactNode;
  currentSlug: string | undefined;
  /** The welcome screen with the public rooms is what is shown beside it. */
  isBrowsing: boolean;
}

export function Sidebar({ top, foot, currentSlug, isBrowsing }: SidebarProps) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(true);
  const isLoading = useStore(chat.store, (state) => !state.hasSubscriptions);
  const slugs = useRoomSearch(query);
  const view = useRef<HTMLDivElement>(null);
  const isSearching = query.trim() !== "";
  return (
    <>
      <div className="px-2.5 pt-seam max-pair:px-3 max-pair:pt-1.5">
        {top}
        <div className="mt-1.5 flex">
          <SearchField label={t(roomTexts.search)} value={query} onChange={setQuery} />
        </div>
      </div>
      <div
        ref={view}
        className="scroll-area min-h-0 flex-1 px-2.5 pt-2 pb-3 max-pair:px-3 max-pair:pt-3 max-pair:pb-5"
      >
        <SectionTitle
          title={t(roomTexts.channels)}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          {!isOpen && <UnreadOfAll />}
        </SectionTitle>
        {(isOpen || isSearching) && (
          <>
            {isLoading && <RowBones />}
            <RoomList slugs={slugs} currentSlug={currentSlug} view={view} />
            {!isSearching && (
              <SidebarRow
                to="/chat"
                state={{ pane: "sheet" } satisfies PaneChoice}
                icon={<Compass aria-hidden="true" />}
                name={t(roomTexts.browse)}
                isCurrent={isBrowsing}
                isUnread={false}
              />
            )}
          </>
        )}
        <p role="status" className="px-2 py-1 text-xs text-ink-subtle empty:hidden">
          {isSearching && slugs.length === 0 && t(roomTexts.noMatch, { query: query.trim() })}
        </p>
      </div>
      {foot}
    </>
  );
}

function UnreadOfAll() {
  const unread = useStore(chat.store, ({ totalUnread }) => totalUnread);
  return <UnreadBadge unread={unread} />;
}

function RowBones() {
  return (
    <div role="status" aria-label={t(roomTexts.loading)} className="late">
      {["w-24", "w-32", "w-20"].map((width) => (
        <div key={width} className="flex h-row items-center px-2">
          <Skeleton className={`h-2.5 rounded-xs ${width}`} />
        </div>
      ))}
    </div>
  );
}
