import { countThreadMentions, countUnreadThreads, roomIdOf, type ChatState } from "@colbin/client";
import {
  Bell,
  Command,
  FileText,
  Folder,
  LayoutDashboard,
  MessagesSquare,
  Plus,
  Search,
  type LucideIcon,
} from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import { useMatch, useNavigate } from "react-router";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { SearchField } from "#web/design/form/SearchField.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { SidebarRow } from "#web/design/page/SidebarRow.tsx";
import { Skeleton } from "#web/design/page/Skeleton.tsx";
import { NEW_MESSAGE_PATH } from "#web/features/conversations/constants.ts";
import { conversationTexts } from "#web/features/conversations/texts.ts";
import { openPalette } from "#web/features/palette/actions.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { ariaShortcut, shortcutLabel } from "#web/lib/actions/shortcut.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import {
  ACTIVITY_PATH,
  BROWSE_PATH,
  DASHBOARD_PATH,
  DOCUMENTS_PATH,
  FILES_PATH,
  THREADS_PATH,
} from "#web/lib/routing/paths.ts";
import { editSection, movedRoom, sectionEdit } from "./editing.ts";
import { RoomList } from "./RoomList.tsx";
import { isSectionKind, type SectionKind } from "./room-sections.ts";
import { SidebarSection } from "./SidebarSection.tsx";
import { sidebarTexts } from "./texts.ts";
import { useRoomSections } from "./use-room-sections.ts";

const RoomRowMenu = lazyPart(() => import("./RoomRowMenu.tsx"), "RoomRowMenu");
const LaterRows = lazyPart(() => import("#web/features/saved/late-saved.ts"), "LaterRows");
const SectionDialog = lazyPart(() => import("./SectionDialog.tsx"), "SectionDialog");

interface SidebarProps {
  /** The workspace switcher. */
  top: ReactNode;
  /** The person. */
  foot: ReactNode;
  currentSlug: string | undefined;
}

export function Sidebar({ top, foot, currentSlug }: SidebarProps) {
  const [query, setQuery] = useState("");
  const isLoading = useStore(chat.store, isNothingKnown);
  const sections = useRoomSections(query);
  const currentId = useStore(chat.store, (state) =>
    currentSlug === undefined ? undefined : roomIdOf(state, currentSlug),
  );
  const view = useRef<HTMLDivElement>(null);
  const isSearching = query.trim() !== "";
  const isNothing = isSearching && sections.every(({ roomIds }) => roomIds.length === 0);
  return (
    <>
      <div className="px-2.5 pt-seam max-pair:px-3 max-pair:pt-1.5">
        {top}
        <div className="mt-1.5 flex gap-1">
          <SearchField label={t(sidebarTexts.search)} value={query} onChange={setQuery} />
          <IconButton
            size="md"
            label={t(openPalette.title)}
            shortcut={shortcutLabel(openPalette.shortcut)}
            aria-keyshortcuts={ariaShortcut(openPalette.shortcut)}
            onClick={openPalette.run}
          >
            <Command aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div
        ref={view}
        className="scroll-area min-h-0 flex-1 px-2.5 pt-2 pb-3 max-pair:px-3 max-pair:pt-3 max-pair:pb-5"
      >
        <div className="flex flex-col gap-2">
          {!isSearching && (
            <div>
              <PageRow path={DASHBOARD_PATH} title={sidebarTexts.overview} icon={LayoutDashboard} />
              <PageRow path={ACTIVITY_PATH} title={sidebarTexts.activity} icon={Bell} />
              <ThreadsRow />
              <PageRow path={DOCUMENTS_PATH} title={sidebarTexts.documents} icon={FileText} />
              <PageRow path={FILES_PATH} title={sidebarTexts.files} icon={Folder} />
            </div>
          )}
          {sections.map(({ id, title, roomIds }) => (
            <SidebarSection
              key={id}
              id={id}
              title={title ?? (isSectionKind(id) ? t(titles[id]) : "")}
              roomIds={roomIds}
              isOwn={title !== undefined}
              add={isSectionKind(id) && <AddTo kind={id} />}
              isSearching={isSearching}
              rest={
                // The room on the screen has its row also where its section is closed.
                currentId !== undefined &&
                roomIds.includes(currentId) && (
                  <RoomList roomIds={[currentId]} currentId={currentId} view={view} />
                )
              }
            >
              {isLoading && id === "channels" && <RowBones />}
              <RoomList roomIds={roomIds} currentId={currentId} view={view} />
              {id === "channels" && !isSearching && (
                <PageRow path={BROWSE_PATH} title={roomTexts.browse} icon={Search} />
              )}
            </SidebarSection>
          ))}
          {!isSearching && (
            <SidebarSection id="later" title={t(sidebarTexts.later)}>
              <LaterRows />
            </SidebarSection>
          )}
          <p role="status" className="px-2 py-1 text-xs text-ink-subtle empty:hidden">
            {isNothing && t(sidebarTexts.noMatch, { query: query.trim() })}
          </p>
        </div>
      </div>
      {foot}
      <RoomRowMenu list={view} />
      <SectionEditing />
    </>
  );
}

function isNothingKnown({ hasSubscriptions, order }: ChatState): boolean {
  return !hasSubscriptions && order.length === 0;
}

/** The dialog that names a section, and what screen readers are told of a move. */
function SectionEditing() {
  const edit = useStore(sectionEdit, (value) => value);
  const moved = useStore(movedRoom, (words) => words);
  return (
    <>
      <p role="status" className="sr-only">
        {moved}
      </p>
      {edit && <SectionDialog edit={edit} onClose={() => editSection(undefined)} />}
    </>
  );
}

const titles: Record<SectionKind, Text> = {
  channels: sidebarTexts.channels,
  direct: sidebarTexts.direct,
  groups: sidebarTexts.groups,
};

const AddRoomButton = lazyPart(() => import("./AddRoomButton.tsx"), "AddRoomButton");

function AddTo({ kind }: { kind: SectionKind }) {
  const navigate = useNavigate();
  if (kind === "channels") return <AddRoomButton />;
  const { startDirect, startGroup } = conversationTexts;
  return (
    <IconButton
      label={t(kind === "direct" ? startDirect : startGroup)}
      onClick={() => void navigate(NEW_MESSAGE_PATH)}
    >
      <Plus aria-hidden="true" />
    </IconButton>
  );
}

/** Leads to the threads of all rooms, and counts the mentions in them, else those that are unread. */
function ThreadsRow() {
  const unread = useStore(chat.store, countUnreadThreads);
  const mentions = useStore(chat.store, countThreadMentions);
  return (
    <PageRow
      path={THREADS_PATH}
      title={sidebarTexts.threads}
      icon={MessagesSquare}
      unread={unread}
      mentions={mentions}
    />
  );
}

interface PageRowProps {
  path: string;
  title: Text;
  icon: LucideIcon;
  unread?: number;
  mentions?: number;
}

/** Leads to a page that is no room; also current on what lies below it, as one document. */
function PageRow({ path, title, icon: Icon, unread = 0, mentions = 0 }: PageRowProps) {
  return (
    <SidebarRow
      to={path}
      icon={<Icon aria-hidden="true" />}
      name={t(title)}
      isCurrent={useMatch({ path, end: false }) !== null}
      isUnread={unread > 0}
    >
      <UnreadBadge unread={unread} mentions={mentions} />
    </SidebarRow>
  );
}

function RowBones() {
  return (
    <div role="status" aria-label={t(sidebarTexts.loading)} className="late">
      {["w-24", "w-32", "w-20"].map((width) => (
        <div key={width} className="flex h-row items-center px-2">
          <Skeleton className={`h-2.5 rounded-xs ${width}`} />
        </div>
      ))}
    </div>
  );
}
