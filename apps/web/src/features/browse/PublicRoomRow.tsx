import type { RoomCard } from "@colbin/protocol";
import { Hash } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { Link } from "#web/design/button/Link.tsx";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";

interface PublicRoomRowProps {
  room: RoomCard;
  isBusy: boolean;
  onJoin: () => void;
  share: ReactNode;
}

export function PublicRoomRow({ room, isBusy, onJoin, share }: PublicRoomRowProps) {
  const name = room.roomName;
  return (
    <li className="flex min-h-11 items-center coarse:min-h-13 gap-2.5 rounded-sm ps-3 pe-1.5 hover:bg-hover">
      <Hash className="text-ink-subtle" aria-hidden="true" />
      <Link to={roomPath(room.sessionRoomSlug)} className="min-w-0 flex-1 rounded-xs">
        <span className="clip-line block font-medium" dir="auto">
          {name}
        </span>
        <span className="clip-line block text-xs text-ink-subtle" dir="auto">
          {room.description ?? t(roomTexts.members, { n: room.memberCount })}
        </span>
      </Link>
      {share}
      {room.accessStatus !== "ACCEPTED" && (
        <Button
          size="sm"
          isBusy={isBusy}
          aria-label={t(lateRoomTexts.joinNamed, { room: name })}
          onClick={onJoin}
        >
          {t(lateRoomTexts.join)}
        </Button>
      )}
    </li>
  );
}
