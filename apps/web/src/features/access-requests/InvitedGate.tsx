import type { RoomCard } from "@colbin/protocol";
import { MailOpen } from "lucide-react";
import { t } from "#web/lib/language/i18n.ts";
import { gateTexts } from "./gate-texts.ts";
import { GateCard } from "./GateCard.tsx";
import { InvitationAnswer } from "./InvitationAnswer.tsx";

interface InvitedGateProps {
  room: RoomCard;
  /** The name of who did. */
  invitedBy: string | null;
}

export function InvitedGate({ room, invitedBy }: InvitedGateProps) {
  const text = invitedBy
    ? t(gateTexts.invitedText, { name: invitedBy })
    : t(gateTexts.invitedPlain);
  return (
    <GateCard
      icon={MailOpen}
      title={t(gateTexts.invitedTitle, { room: room.roomName })}
      text={text}
      facts={room.description ? [[t(gateTexts.about), room.description]] : []}
      acts={<InvitationAnswer roomSlug={room.sessionRoomSlug} />}
    />
  );
}
