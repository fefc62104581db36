import { hasPermission, type RoomCard } from "@colbin/protocol";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { PageLink } from "#web/design/button/PageLink.tsx";
import { restoreRoom, unarchiveRoom } from "#web/features/room-changes/ending.ts";
import { declineInvitation, joinRoom, withdrawRequest } from "#web/features/rooms/entering.ts";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { t, type Text } from "#web/lib/language/i18n.ts";
import { roomPath } from "#web/lib/routing/paths.ts";
import { browseTexts } from "./browse-texts.ts";

/** The acts that a person has on a channel where they find it. */
export function ChannelActs({ room }: { room: RoomCard }) {
  const { accessStatus, accessLevel, accessType, status } = room;
  if (status === "DELETED")
    return (
      <Act
        room={room}
        text={browseTexts.restore}
        name={browseTexts.restoreNamed}
        run={restoreRoom}
      />
    );
  if (accessStatus === "ACCEPTED")
    return (
      <>
        {status === "ARCHIVED" && accessLevel && hasPermission(accessLevel, "MANAGE_ROOM") && (
          <Act
            room={room}
            text={browseTexts.unarchive}
            name={browseTexts.unarchiveNamed}
            run={unarchiveRoom}
          />
        )}
        <Way room={room} text={browseTexts.open} name={browseTexts.openNamed} />
      </>
    );
  if (status === "ARCHIVED")
    return accessType === "PUBLIC" ? (
      <Way room={room} text={browseTexts.open} name={browseTexts.openNamed} />
    ) : null;
  return <EnteringActs room={room} />;
}

function EnteringActs({ room }: { room: RoomCard }) {
  if (room.accessStatus === "INVITED")
    return (
      <>
        <Act
          room={room}
          text={browseTexts.decline}
          name={browseTexts.declineNamed}
          run={declineInvitation}
        />
        <Act room={room} text={browseTexts.accept} name={browseTexts.acceptNamed} run={joinRoom} />
      </>
    );
  if (room.accessStatus === "PENDING")
    return (
      <Act
        room={room}
        text={browseTexts.withdraw}
        name={browseTexts.withdrawNamed}
        run={withdrawRequest}
      />
    );
  if (room.accessType === "PUBLIC")
    return (
      <Act room={room} text={lateRoomTexts.join} name={lateRoomTexts.joinNamed} run={joinRoom} />
    );
  return <Way room={room} text={browseTexts.request} name={browseTexts.requestNamed} />;
}

interface ActProps {
  room: RoomCard;
  text: Text;
  /** The same, with the room. */
  name: Text;
}

function Act({ room, text, name, run }: ActProps & { run: (slug: string) => Promise<unknown> }) {
  const [isBusy, setBusy] = useState(false);
  async function act(): Promise<void> {
    setBusy(true);
    await run(room.sessionRoomSlug);
    setBusy(false);
  }
  return (
    <Button
      size="sm"
      isBusy={isBusy}
      aria-label={t(name, { room: room.roomName })}
      onClick={() => void act()}
    >
      {t(text)}
    </Button>
  );
}

/** Leads into the room, where there is more to it than a press. */
function Way({ room, text, name }: ActProps) {
  const isIn = room.accessStatus === "ACCEPTED";
  return (
    <PageLink
      to={roomPath(room.sessionRoomSlug)}
      size="sm"
      variant={isIn ? "ghost" : "secondary"}
      aria-label={t(name, { room: room.roomName })}
    >
      {t(text)}
    </PageLink>
  );
}
