import type { RoomId, Subscription } from "@colbin/protocol";
import { BellOff } from "lucide-react";
import { SidebarRow } from "#web/design/page/SidebarRow.tsx";
import { roomNote } from "#web/features/rooms/room-note.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { PeerMark } from "./PeerMark.tsx";
import { RowIcon } from "./RowIcon.tsx";
import { roomMarks } from "./room-marks.ts";
import { sidebarTexts } from "./texts.ts";
import { dragRoom } from "./use-room-drop.ts";
import { useShownUnread } from "./use-shown-unread.ts";

interface RoomRowProps {
  roomId: RoomId;
  isCurrent: boolean;
}

/** Follows its own room alone. */
export function RoomRow({ roomId, isCurrent }: RoomRowProps) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  return room && <KnownRow room={room} isCurrent={isCurrent} />;
}

function KnownRow({ room, isCurrent }: { room: Subscription; isCurrent: boolean }) {
  const { isMuted } = room;
  const name = useRoomName(room);
  const mark = useStore(roomMarks, (marks) => marks.get(room.roomId));
  const [peer] = room.participants;
  const unreadCount = useShownUnread(room, isCurrent);
  const { threadMentionCount: inThreads = 0 } = room;
  const mentionCount = Math.min(room.mentionCount - inThreads, unreadCount) + inThreads;
  const isUnread = mentionCount > 0 || (unreadCount > 0 && !isMuted);
  return (
    <SidebarRow
      to={roomPath(room.sessionRoomSlug)}
      data-room={room.sessionRoomSlug}
      data-scope="sidebar"
      onDragStart={(event) => dragRoom(event, room.roomId)}
      icon={<RowIcon room={room} />}
      name={name}
      hiddenNote={notesOf(room)}
      isCurrent={isCurrent}
      isUnread={isUnread}
      isMuted={isMuted}
    >
      {!isCurrent && mark}
      {room.roomType === "direct" && peer && <PeerMark id={peer.sessionUserId} />}
      {room.roomType === "direct" && isMuted && (
        <BellOff className="icon-sm flex-none text-ink-subtle" aria-hidden="true" />
      )}
      {room.roomType === "group" && <GroupSize n={room.memberCount} />}
      <UnreadBadge unread={unreadCount} mentions={mentionCount} />
    </SidebarRow>
  );
}

function notesOf({ roomType, accessType, isMuted }: Subscription): string | undefined {
  const notes = [
    roomType === "channel" && roomNote(accessType),
    isMuted && t(sidebarTexts.muted),
  ].filter(Boolean);
  return notes.length === 0 ? undefined : notes.join(" ");
}

function GroupSize({ n }: { n: number }) {
  return (
    <span className="text-xs font-regular text-ink-subtle tabular-nums">
      <span aria-hidden="true">{n}</span>
      <span className="sr-only">{t(roomTexts.members, { n })}</span>
    </span>
  );
}
