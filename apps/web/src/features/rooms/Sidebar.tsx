import { matchesSearch } from "@colbin/client";
import { Compass } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Badge } from "#web/design/Badge.tsx";
import { SearchField } from "#web/design/SearchField.tsx";
import { SectionTitle } from "#web/design/SectionTitle.tsx";
import { SidebarRow } from "#web/design/SidebarRow.tsx";
import { Skeleton } from "#web/design/Skeleton.tsx";
import { t } from "#web/lib/i18n.ts";
import { ChannelRow, type ListedRoom } from "./ChannelRow.tsx";
import { roomTexts } from "./texts.ts";

interface SidebarProps {
  /** The workspace switcher. */
  top: ReactNode;
  /** The person. */
  foot: ReactNode;
  /** In the order in which they are shown. */
  rooms: readonly ListedRoom[];
  isLoading: boolean;
  currentSlug: string | undefined;
  /** The welcome screen with the public rooms is what is shown beside it. */
  isBrowsing: boolean;
}

export function Sidebar({ top, foot, rooms, isLoading, currentSlug, isBrowsing }: SidebarProps) {
  const [query, setQuery] = useState("");
  const [isOpen, setOpen] = useState(true);
  const shown = rooms.filter((room) => matchesSearch(room, query));
  const unread = rooms.reduce((sum, room) => sum + (room.isMuted ? 0 : room.unreadCount), 0);
  const isSearching = query.trim() !== "";
  return (
    <>
      <div className="px-2.5 pt-seam max-pair:px-3 max-pair:pt-1.5">
        {top}
        <div className="mt-1.5 flex">
          <SearchField label={t(roomTexts.search)} value={query} onChange={setQuery} />
        </div>
      </div>
      <div className="scroll-area min-h-0 flex-1 px-2.5 pt-2 pb-3 max-pair:px-3 max-pair:pt-3 max-pair:pb-5">
        <SectionTitle
          title={t(roomTexts.channels)}
          isOpen={isOpen}
          onToggle={() => setOpen(!isOpen)}
        >
          {!isOpen && unread > 0 && <Badge count={unread} label={t(roomTexts.unread)} />}
        </SectionTitle>
        {(isOpen || isSearching) && (
          <ul>
            {isLoading && <RowBones />}
            {shown.map((room) => (
              <li key={room.sessionRoomSlug}>
                <ChannelRow room={room} isCurrent={room.sessionRoomSlug === currentSlug} />
              </li>
            ))}
            {!isSearching && (
              <li>
                <SidebarRow
                  to="/chat"
                  state={{ isBrowsing: true }}
                  icon={<Compass aria-hidden="true" />}
                  name={t(roomTexts.browse)}
                  isCurrent={isBrowsing}
                  isUnread={false}
                />
              </li>
            )}
          </ul>
        )}
        <p role="status" className="px-2 py-1 text-xs text-ink-subtle empty:hidden">
          {isSearching && shown.length === 0 && t(roomTexts.noMatch, { query: query.trim() })}
        </p>
      </div>
      {foot}
    </>
  );
}

function RowBones() {
  return (
    <li role="status" aria-label={t(roomTexts.loading)} className="late">
      {["w-24", "w-32", "w-20"].map((width) => (
        <div key={width} className="flex h-row items-center px-2">
          <Skeleton className={`h-2.5 rounded-xs ${width}`} />
        </div>
      ))}
    </li>
  );
}
