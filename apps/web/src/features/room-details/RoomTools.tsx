import type { RoomCard, Subscription } from "@colbin/protocol";
import { PanelRight } from "lucide-react";
import { useState } from "react";
import { IconButton } from "#web/design/IconButton.tsx";
import { Part } from "#web/design/Part.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { ShareButton } from "#web/features/share/ShareButton.tsx";
import { chat } from "#web/lib/chat.ts";
import { t } from "#web/lib/i18n.ts";
import { useOffer } from "#web/lib/offer.ts";
import { useStore } from "#web/lib/use-store.ts";
import { closingDetails, showingDetails } from "#web/features/rooms/actions.ts";
import { RoomMenu } from "#web/features/rooms/RoomMenu.tsx";
import { hasDetails, setDetailed } from "#web/features/rooms/shown-details.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";

interface RoomToolsProps {
  room: Subscription | RoomCard;
}

/** What can be done with the room that is on the screen. */
export function RoomTools({ room }: RoomToolsProps) {
  const { productName } = usePublicConfig();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const isShared = room.roomType === "channel";
  const level = "role" in room ? room.role : room.accessLevel;
  return (
    <>
      {me && isShared && <ShareButton room={room} productName={productName} inviter={me} isMain />}
      {level !== null && <Details room={room} level={level} />}
      <RoomMenu room={room} />
    </>
  );
}

async function loadDetails() {
  return (await import("./RoomDetails.tsx")).RoomDetails;
}

function Details({ room, level }: RoomToolsProps & { level: Subscription["role"] }) {
  const [isOpen, setOpen] = useState(hasDetails(room.roomId));
  const show = (next: boolean): void => {
    setDetailed(next ? room.roomId : undefined);
    setOpen(next);
  };
  useOffer(showingDetails, () => show(true));
  return (
    <>
      <IconButton
        label={t(roomTexts.details)}
        aria-expanded={isOpen}
        onClick={() => (closingDetails.when() ? closingDetails.run() : show(!isOpen))}
      >
        <PanelRight className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
      {isOpen && (
        <Part need={1} load={loadDetails} props={{ room, level, onClose: () => show(false) }} />
      )}
    </>
  );
}
