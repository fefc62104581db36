import type { Subscription } from "@colbin/protocol";
import { BellOff, NotebookPen, UsersRound } from "lucide-react";
import { Picture } from "#web/design/identity/Picture.tsx";
import { PersonAvatar } from "#web/features/presence/PersonAvatar.tsx";
import { RoomIcon } from "#web/features/rooms/RoomIcon.tsx";

/** A bell that is crossed out where the room is muted; the face of a person stays. */
export function RowIcon({ room }: { room: Subscription }) {
  const [peer] = room.participants;
  if (room.isMuted && room.roomType !== "direct") return <BellOff aria-hidden="true" />;
  switch (room.roomType) {
    case "saved":
      return <NotebookPen aria-hidden="true" />;
    case "direct":
      return (
        <PersonAvatar
          size="xs"
          id={peer?.sessionUserId ?? room.roomId}
          name={peer?.fullName ?? room.roomName}
          picture={peer?.avatar_url ?? null}
        />
      );
    default:
      return (
        <Picture src={room.avatar_url}>
          {room.roomType === "group" ? (
            <UsersRound aria-hidden="true" />
          ) : (
            <RoomIcon accessType={room.accessType} />
          )}
        </Picture>
      );
  }
}
