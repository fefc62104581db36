import type { Subscription } from "@colbin/protocol";
import { SidebarRow } from "#web/design/SidebarRow.tsx";
import { chat } from "#web/lib/chat.ts";
import { useStore } from "#web/lib/use-store.ts";
import { RoomIcon } from "./RoomIcon.tsx";
import { roomNote } from "./room-note.ts";
import { roomPath } from "#web/lib/room-path.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { useShownUnread } from "./use-shown-unread.ts";

interface ChannelRowProps {
  roomSlug: string;
  isCurrent: boolean;
}

/** Follows its own room alone. */
export function ChannelRow({ roomSlug, isCurrent }: ChannelRowProps) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomSlug));
  return room && <KnownRow room={room} isCurrent={isCurrent} />;
}

function KnownRow({ room, isCurrent }: { room: Subscription; isCurrent: boolean }) {
  const { isMuted } = room;
  const unreadCount = useShownUnread(room.unreadCount, isCurrent);
  const mentionCount = Math.min(room.mentionCount, unreadCount);
  const isUnread = mentionCount > 0 || (unreadCount > 0 && !isMuted);
  return (
    <SidebarRow
      to={roomPath(room.sessionRoomSlug)}
      icon={<RoomIcon accessType={room.accessType} />}
      name={room.roomName}
      hiddenNote={roomNote(room.accessType)}
      isCurrent={isCurrent}
      isUnread={isUnread}
      isMuted={isMuted}
    >
      <UnreadBadge unread={unreadCount} mentions={mentionCount} />
    </SidebarRow>
  );
}
