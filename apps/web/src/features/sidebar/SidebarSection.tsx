import type { ChatState } from "@colbin/client";
import type { RoomId } from "@colbin/protocol";
import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { Menu } from "#web/design/menu/Menu.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { SectionTitle } from "#web/design/page/SectionTitle.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { closedSections, toggleSection } from "./closed-sections.ts";
import { sidebarTexts } from "./texts.ts";
import { useRoomDrop } from "./use-room-drop.ts";

const SectionMenuSurface = lazyPart(() => import("./SectionMenuSurface.tsx"), "SectionMenuSurface");

interface SidebarSectionProps {
  id: string;
  title: string;
  /** The rooms in it, whose unread messages stand at the title while it is closed. */
  roomIds?: readonly RoomId[];
  /** A search opens what holds something, and leaves out what does not. */
  isSearching?: boolean;
  /** Made by the person, who may change it. */
  isOwn?: boolean;
  /** Adds something to it. */
  add?: ReactNode;
  /** Stands in the section while it is closed. */
  rest?: ReactNode;
  children: ReactNode;
}

/** A part of the sidebar that opens and closes, and stays so for the next visit. */
export function SidebarSection(props: SidebarSectionProps) {
  const {
    id,
    title,
    roomIds = [],
    isSearching = false,
    isOwn = false,
    add,
    rest,
    children,
  } = props;
  const drop = useRoomDrop(isOwn ? id : undefined);
  const isOpen = useStore(closedSections, (closed) => !closed.includes(id)) || isSearching;
  if (isSearching && roomIds.length === 0) return null;
  return (
    <section className="relative" {...drop.props}>
      <SectionTitle title={title} isOpen={isOpen} onToggle={() => toggleSection(id)}>
        {!isOpen && <UnreadOf roomIds={roomIds} />}
        {isOwn ? <SectionMenu id={id} title={title} /> : add}
      </SectionTitle>
      {isOpen ? children : rest}
      {drop.line !== undefined && (
        <div
          className="pointer-events-none absolute inset-x-1 h-0.5 bg-accent"
          style={{ top: drop.line }}
        />
      )}
    </section>
  );
}

function SectionMenu({ id, title }: { id: string; title: string }) {
  const label = t(sidebarTexts.sectionMenu, { section: title });
  return (
    <Menu label={label} surface={SectionMenuSurface} props={{ id, title }}>
      {(button) => (
        <IconButton {...button} label={label}>
          <Ellipsis aria-hidden="true" />
        </IconButton>
      )}
    </Menu>
  );
}

function UnreadOf({ roomIds }: { roomIds: readonly RoomId[] }) {
  const unread = useStore(chat.store, (state) => sumOf(state, roomIds, "unreadCount"));
  const mentions = useStore(chat.store, (state) => sumOf(state, roomIds, "mentionCount"));
  return <UnreadBadge unread={unread} mentions={mentions} />;
}

function sumOf(
  { subscriptions }: ChatState,
  roomIds: readonly RoomId[],
  count: "unreadCount" | "mentionCount",
): number {
  let sum = 0;
  for (const roomId of roomIds) {
    const room = subscriptions.get(roomId);
    if (room && !room.isMuted) sum += room[count];
  }
  return sum;
}
