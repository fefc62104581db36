import type { RoomAccessType, RoomType, Subscription } from "@colbin/protocol";
import { Users, UsersRound } from "lucide-react";
import type { ReactNode } from "react";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { t } from "#web/lib/i18n.ts";
import { displayLocale } from "#web/lib/locale.ts";
import { BackToRooms } from "./BackToRooms.tsx";
import { RoomIcon } from "./RoomIcon.tsx";
import { roomNote } from "./room-note.ts";
import { roomTexts } from "./texts.ts";

interface RoomHeaderProps {
  room: {
    readonly roomName: string;
    readonly description: string | null;
    readonly accessType: RoomAccessType;
    readonly roomType?: RoomType;
    /** Of direct rooms and groups: the others. */
    readonly participants?: Subscription["participants"];
    /** Where it is known. */
    readonly memberCount?: number;
  };
  /** What can be done with the room, at the end. */
  tools: ReactNode;
}

export function RoomHeader({ room, tools }: RoomHeaderProps) {
  const isChannel = (room.roomType ?? "channel") === "channel";
  const note = isChannel ? roomNote(room.accessType) : undefined;
  return (
    <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
      <BackToRooms />
      <h1 className="flex min-w-0 items-center gap-1.5 text-body leading-5 font-strong tracking-[-0.006em] max-pair:flex-1 max-pair:text-read">
        <HeaderIcon room={room} />
        <span className="clip-line" dir="auto">
          {room.roomName}
        </span>
        {note && <span className="sr-only">{note}</span>}
      </h1>
      {room.description && (
        <p
          dir="auto"
          title={room.description}
          className="clip-line flex-1 border-s border-line ps-2.5 text-ink-subtle max-[60rem]:hidden"
        >
          {room.description}
        </p>
      )}
      <div className="ms-auto flex flex-none items-center gap-0.5">
        {room.memberCount !== undefined && room.roomType !== "direct" && (
          <MemberCount n={room.memberCount} />
        )}
        {tools}
      </div>
    </div>
  );
}

function HeaderIcon({ room }: Pick<RoomHeaderProps, "room">) {
  const [peer] = room.participants ?? [];
  if (room.roomType === "direct" && peer)
    return <PersonAvatar size="xs" id={peer.sessionUserId} name={peer.fullName} />;
  if (room.roomType === "group")
    return <UsersRound className="text-ink-subtle" aria-hidden="true" />;
  return <RoomIcon accessType={room.accessType} className="text-ink-subtle" />;
}

function MemberCount({ n }: { n: number }) {
  const text = t(roomTexts.members, { n });
  return (
    <p
      data-tooltip={text}
      className="flex items-center gap-1.25 px-1.75 text-xs font-medium text-ink-subtle tabular-nums max-pair:hidden"
    >
      <Users aria-hidden="true" />
      <span aria-hidden="true">{n.toLocaleString(displayLocale())}</span>
      <span className="sr-only">{text}</span>
    </p>
  );
}
