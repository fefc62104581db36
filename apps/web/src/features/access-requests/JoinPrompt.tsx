import { hasPermission, type RoomCard } from "@colbin/protocol";
import { useEffect, useState, type ReactNode } from "react";
import { useLocation } from "react-router";
import { Button } from "#web/design/button/Button.tsx";
import { endingTexts } from "#web/features/room-changes/ending-texts.ts";
import { unarchiveRoom } from "#web/features/room-changes/ending.ts";
import { joinRoom, showRoom } from "#web/features/rooms/entering.ts";
import { lateRoomTexts } from "#web/features/rooms/late-room-texts.ts";
import { t } from "#web/lib/language/i18n.ts";
import { sharedBy } from "#web/lib/routing/paths.ts";
import { CheckingAccess } from "./CheckingAccess.tsx";
import { gateTexts } from "./gate-texts.ts";
import { InvitationAnswer } from "./InvitationAnswer.tsx";

interface JoinPromptProps {
  room: RoomCard;
  /** Tried, whatever came of it. */
  onDone: () => void;
}

/** In the place of the composer for somebody who reads without being in, or what nobody may write into. */
export function JoinPrompt({ room, onDone }: JoinPromptProps) {
  const { sessionRoomSlug: slug, roomName, accessStatus, status } = room;
  if (status === "ARCHIVED") return <Archived room={room} />;
  if (accessStatus === "ACCEPTED") return <Hidden slug={slug} />;
  if (accessStatus === "INVITED")
    return (
      <Bar title={t(gateTexts.invitedTitle, { room: roomName })} text={t(lateRoomTexts.joinReason)}>
        <div className="flex gap-2">
          <InvitationAnswer roomSlug={slug} onDone={onDone} />
        </div>
      </Bar>
    );
  return (
    <Bar title={t(lateRoomTexts.looking, { room: roomName })} text={t(lateRoomTexts.joinReason)}>
      <Join slug={slug} onDone={onDone} />
    </Bar>
  );
}

function Join({ slug, onDone }: { slug: string; onDone: () => void }) {
  const location = useLocation();
  const [isBusy, setBusy] = useState(false);
  async function join(): Promise<void> {
    setBusy(true);
    await joinRoom(slug, sharedBy(location.state));
    setBusy(false);
    onDone();
  }
  return (
    <Button variant="primary" isBusy={isBusy} onClick={() => void join()}>
      {t(lateRoomTexts.joinRoom)}
    </Button>
  );
}

function Archived({ room }: { room: RoomCard }) {
  const [isBusy, setBusy] = useState(false);
  async function unarchive(): Promise<void> {
    setBusy(true);
    await unarchiveRoom(room.sessionRoomSlug);
    setBusy(false);
  }
  const { accessLevel, roomName } = room;
  return (
    <Bar title={t(gateTexts.archivedTitle, { room: roomName })} text={t(endingTexts.readOnly)}>
      {accessLevel && hasPermission(accessLevel, "MANAGE_ROOM") && (
        <Button isBusy={isBusy} onClick={() => void unarchive()}>
          {t(endingTexts.unarchive)}
        </Button>
      )}
    </Bar>
  );
}

/** One is in and had put it away: whoever opens it wants it back (rules-rooms 41). */
function Hidden({ slug }: { slug: string }) {
  useEffect(() => void showRoom(slug), [slug]);
  return <CheckingAccess />;
}

function Bar({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div
      data-surface=""
      className="mb-4 flex items-center justify-between gap-4 rounded-lg bg-sunken py-3 ps-4 pe-3 inset-ring inset-ring-line max-pair:flex-wrap"
    >
      <p className="min-w-0 break-words">
        <span className="font-strong">{title}</span>
        <br />
        <span className="text-ink-muted">{text}</span>
      </p>
      {children}
    </div>
  );
}
