import type { RoomAccessType, RoomType, Subscription } from "@colbin/protocol";
import { NotebookPen } from "lucide-react";
import type { ReactNode } from "react";
import { Face } from "#web/features/presence/Face.tsx";
import { Picture } from "#web/design/identity/Picture.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { BackToRooms } from "./BackToRooms.tsx";
import { RoomIcon } from "./RoomIcon.tsx";
import { roomNote } from "./room-note.ts";
import { useRoomName } from "./use-room-name.ts";

/** So many of a group are shown. */
const FACES = 3;

const loadLate = () => import("./late-header.ts");
const RoomPeople = lazyPart(loadLate, "RoomPeople");

const RetentionMark = lazyPart(loadLate, "RetentionMark");

interface RoomHeaderProps {
  room: {
    readonly roomName: string;
    readonly description: string | null;
    readonly avatar_url?: string | null;
    readonly accessType: RoomAccessType;
    readonly roomType?: RoomType;
    /** The other people of a direct room or a group. */
    readonly participants?: Subscription["participants"];
    /** After so many days its messages are deleted. */
    readonly messageRetentionDays?: number | undefined;
  };
  /** The acts on the room, at the end. */
  tools: ReactNode;
}

export function RoomHeader({ room, tools }: RoomHeaderProps) {
  const { roomType = "channel", participants: people = [], messageRetentionDays: days } = room;
  const name = useRoomName(room);
  const note = roomType === "channel" ? roomNote(room.accessType) : undefined;
  const isGroup = roomType === "group";
  return (
    <div className="flex h-header flex-none items-center gap-2 border-b border-line ps-gutter pe-2.5 max-pair:gap-0.5 max-pair:px-1">
      <BackToRooms />
      <div className="flex min-w-0 items-center gap-1.5 max-pair:flex-1">
        <HeaderIcon room={room} />
        <div className="flex min-w-0 items-center gap-2 max-pair:flex-1 max-pair:flex-col max-pair:items-start max-pair:gap-0">
          <h1 className="clip-line max-w-full text-body leading-5 font-strong tracking-[-0.006em] max-pair:text-read">
            <span dir="auto">{name}</span>
            {note && <span className="sr-only"> {note}</span>}
          </h1>
          {people.length > 0 && <RoomPeople people={people} isGroup={isGroup} />}
        </div>
        {days !== undefined && <RetentionMark days={days} />}
      </div>
      {room.description && (
        <p
          dir="auto"
          title={room.description}
          className="clip-line flex-1 border-s border-line ps-2.5 text-ink-subtle max-[60rem]:hidden"
        >
          {room.description}
        </p>
      )}
      <div className="ms-auto flex flex-none items-center gap-0.5">{tools}</div>
    </div>
  );
}

function HeaderIcon({ room }: Pick<RoomHeaderProps, "room">) {
  const { roomType, participants: people = [] } = room;
  const [peer] = people;
  if (roomType === "saved")
    return <NotebookPen className="flex-none text-ink-subtle" aria-hidden="true" />;
  if (roomType === "direct" && peer)
    return (
      <PersonAvatar
        size="xs"
        id={peer.sessionUserId}
        name={peer.fullName}
        picture={peer.avatar_url}
      />
    );
  return (
    <Picture src={room.avatar_url}>
      {roomType === "group" ? (
        <span className="flex flex-none">
          {people.slice(0, FACES).map(({ sessionUserId: id, fullName, avatar_url: picture }) => (
            <Face
              key={id}
              size="xs"
              id={id}
              name={fullName}
              picture={picture}
              className="rounded-full ring-2 ring-sheet not-first:-ms-1"
            />
          ))}
        </span>
      ) : (
        <RoomIcon accessType={room.accessType} className="flex-none text-ink-subtle" />
      )}
    </Picture>
  );
}
