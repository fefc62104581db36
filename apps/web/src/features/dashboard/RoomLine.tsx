import type { RoomId, Subscription } from "@colbin/protocol";
import { Link } from "#web/design/button/Link.tsx";
import { useRoomName } from "#web/features/rooms/use-room-name.ts";
import { RowIcon } from "#web/features/sidebar/RowIcon.tsx";
import { UnreadBadge } from "#web/features/subscriptions/UnreadBadge.tsx";
import { chat } from "#web/lib/api/chat.ts";
import { dayKey, formatDate } from "#web/lib/language/dates.ts";
import { useToday } from "#web/lib/language/use-today.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { lineLook } from "./line-look.ts";

/** An unread room with the last message in it. Follows its own room alone. */
export function RoomLine({ roomId }: { roomId: RoomId }) {
  const room = useStore(chat.store, ({ subscriptions }) => subscriptions.get(roomId));
  return room && <KnownLine room={room} />;
}

function KnownLine({ room }: { room: Subscription }) {
  const { sessionRoomSlug, lastMessage, unreadCount, mentionCount } = room;
  const name = useRoomName(room);
  const today = useToday();
  const at = lastMessage && new Date(lastMessage.createdAt);
  return (
    <Link to={roomPath(sessionRoomSlug)} className={lineLook}>
      <span className="grid justify-items-center text-ink-subtle">
        <RowIcon room={room} />
      </span>
      <span className="min-w-0">
        <bdi className="clip-line block font-medium">{name}</bdi>
        {lastMessage && (
          <span dir="auto" className="clip-line block text-xs text-ink-subtle">
            {lastMessage.text}
          </span>
        )}
      </span>
      <span className="flex items-center gap-1.5 text-xs text-ink-subtle tabular-nums">
        {at && (
          <time dateTime={lastMessage.createdAt} title={formatDate(at, "full")}>
            {formatDate(at, dayKey(at) === today ? "clock" : "dayMonth")}
          </time>
        )}
        <UnreadBadge unread={unreadCount} mentions={mentionCount} />
      </span>
    </Link>
  );
}
