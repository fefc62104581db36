import type { AccessRequest, RoomCard } from "@colbin/protocol";
import { Clock } from "lucide-react";
import { useState } from "react";
import { Button } from "#web/design/button/Button.tsx";
import { withdrawRequest } from "#web/features/rooms/entering.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { gateTexts } from "./gate-texts.ts";
import { GateCard } from "./GateCard.tsx";
import { GateQuote } from "./GateQuote.tsx";
import { levelTexts } from "./level-texts.ts";

interface PendingGateProps {
  room: RoomCard;
  /** The open request; null where it has just been answered. */
  request: AccessRequest | null;
}

/** The people who lead the room have not answered yet. */
export function PendingGate({ room, request }: PendingGateProps) {
  const [isBusy, setBusy] = useState(false);
  async function cancel(): Promise<void> {
    setBusy(true);
    await withdrawRequest(room.sessionRoomSlug);
    setBusy(false);
  }
  return (
    <GateCard
      icon={Clock}
      title={t(gateTexts.sentTitle)}
      text={t(gateTexts.sentText)}
      facts={[[t(gateTexts.room), room.roomName], ...(request ? factsOf(request) : [])]}
      acts={
        <Button isBusy={isBusy} onClick={() => void cancel()}>
          {t(gateTexts.cancel)}
        </Button>
      }
    >
      {request?.message && <GateQuote text={request.message} />}
    </GateCard>
  );
}

function factsOf({ createdAt, accessLevel, expiresAt }: AccessRequest) {
  const level = Object.hasOwn(levelTexts, accessLevel)
    ? t(levelTexts[accessLevel as keyof typeof levelTexts])
    : accessLevel;
  return [
    [t(gateTexts.sent), formatDate(new Date(createdAt), "date")],
    [t(gateTexts.asked), level],
    [t(gateTexts.ends), formatDate(new Date(expiresAt), "date")],
  ] as const;
}
