import type { Entry, RoomCard } from "@colbin/protocol";
import { Archive, Ban, Hourglass } from "lucide-react";
import { useLocation } from "react-router";
import { ErrorState } from "#web/design/page/ErrorState.tsx";
import { errorText } from "#web/lib/api/error-text.ts";
import { useCall } from "#web/lib/api/use-call.ts";
import { useNews } from "#web/lib/api/use-news.ts";
import { useRenewal } from "#web/lib/api/use-renewal.ts";
import { formatDate } from "#web/lib/language/dates.ts";
import { t } from "#web/lib/language/i18n.ts";
import { sharedBy } from "#web/lib/routing/paths.ts";
import { CheckingAccess } from "./CheckingAccess.tsx";
import { gateTexts } from "./gate-texts.ts";
import { GateCard } from "./GateCard.tsx";
import { GateQuote } from "./GateQuote.tsx";
import { InvitedGate } from "./InvitedGate.tsx";
import { PendingGate } from "./PendingGate.tsx";
import { RequestGate } from "./RequestGate.tsx";

/** In the place of a room that the person sees and may not look into: why, and how they come in. It changes with every answer. */
export function RoomGate({ room }: { room: RoomCard }) {
  const params = { slug: room.sessionRoomSlug };
  const { data, error, refetch } = useCall("validateRoom", { params });
  useNews("validateRoom", "access");
  useRenewal("validateRoom", `${room.accessStatus} ${room.accessType} ${room.status}`);
  if (data) return <Way room={room} entry={data} />;
  if (!error)
    return (
      <div className="grid flex-1 place-content-center">
        <CheckingAccess />
      </div>
    );
  return (
    <div className="grid flex-1 place-content-center">
      <ErrorState
        title={t(gateTexts.loadFailed)}
        text={errorText(error)}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function Way({ room, entry }: { room: RoomCard; entry: Entry }) {
  const location = useLocation();
  const { reason, action, request, askAgainAt, refusal, invitedBy } = entry;
  if (reason === "BANNED")
    return <GateCard icon={Ban} title={t(gateTexts.bannedTitle)} text={t(gateTexts.bannedText)} />;
  if (reason === "ARCHIVED")
    return (
      <GateCard
        icon={Archive}
        title={t(gateTexts.archivedTitle, { room: room.roomName })}
        text={t(gateTexts.archivedText)}
      />
    );
  if (action === "accept") return <InvitedGate room={room} invitedBy={invitedBy} />;
  if (entry.accessStatus === "PENDING") return <PendingGate room={room} request={request} />;
  if (askAgainAt !== null)
    return (
      <GateCard
        icon={Hourglass}
        title={t(gateTexts.deniedTitle)}
        text={t(gateTexts.deniedText, { at: formatDate(new Date(askAgainAt), "full") })}
      >
        {refusal !== null && <GateQuote text={refusal} />}
      </GateCard>
    );
  return (
    <RequestGate
      room={room}
      isException={action === "requestException"}
      invitedBy={sharedBy(location.state)}
    />
  );
}
