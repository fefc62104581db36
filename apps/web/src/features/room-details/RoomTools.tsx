import type { RoomCard, Subscription } from "@colbin/protocol";
import { PanelRight, Users } from "lucide-react";
import { useState, type ReactNode } from "react";
import { IconButton } from "#web/design/IconButton.tsx";
import { lazyPart } from "#web/design/lazy-part.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { ShareButton } from "#web/features/share/ShareButton.tsx";
import { chat } from "#web/lib/chat.ts";
import { isLinkGuest } from "#web/lib/link-guest.ts";
import { t } from "#web/lib/i18n.ts";
import { displayLocale } from "#web/lib/locale.ts";
import { useOffer } from "#web/lib/offer.ts";
import { useStore } from "#web/lib/use-store.ts";
import { closingDetails, showingDetails } from "#web/features/rooms/actions.ts";
import { withOwnLevel } from "#web/features/rooms/room-acts.ts";
import { RoomMenu } from "#web/features/rooms/RoomMenu.tsx";
import { detailsOf, setDetailed, type DetailsTab } from "#web/features/rooms/shown-details.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { wayTexts } from "#web/features/rooms/way-texts.ts";

interface RoomToolsProps {
  room: Subscription | RoomCard;
}

/** What can be done with the room that is on the screen. */
export function RoomTools({ room }: RoomToolsProps) {
  const { productName } = usePublicConfig();
  const me = useStore(chat.store, ({ currentUser }) => currentUser);
  const isShared = room.roomType === "channel" && !isLinkGuest();
  const { level } = withOwnLevel(room);
  const share = me && isShared && (
    <ShareButton room={room} productName={productName} inviter={me} isMain />
  );
  return (
    <>
      {level === null && isShared && <MemberCount n={room.memberCount} />}
      {level === null ? share : <Details {...{ room, level, share }} />}
      {!isLinkGuest() && <RoomMenu room={room} />}
    </>
  );
}

const RoomDetails = lazyPart(() => import("./RoomDetails.tsx"), "RoomDetails");

interface DetailsButtonProps extends RoomToolsProps {
  level: Subscription["role"];
  share: ReactNode;
}

function Details({ room, level, share }: DetailsButtonProps) {
  const isChannel = room.roomType === "channel";
  const { roomId } = room;
  const before = detailsOf(roomId);
  const [isOpen, setOpen] = useState(before !== undefined);
  const [tab, setTab] = useState<DetailsTab>(before ?? "about");
  const show = (at: DetailsTab): void => {
    setDetailed({ roomId, tab: at });
    setTab(at);
    setOpen(true);
  };
  const hide = (): void => {
    setDetailed(undefined);
    setOpen(false);
  };
  useOffer(showingDetails, () => show(tab));
  return (
    <>
      {isChannel && <MemberCount n={room.memberCount} onClick={() => show("members")} />}
      {share}
      <IconButton
        label={t(isChannel ? roomTexts.details : wayTexts.details)}
        aria-expanded={isOpen}
        onClick={() => {
          if (closingDetails.when()) closingDetails.run();
          else if (isOpen) hide();
          else show(tab);
        }}
      >
        <PanelRight className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
      {isOpen && <RoomDetails room={room} level={level} tab={tab} onTab={show} onClose={hide} />}
    </>
  );
}

interface MemberCountProps {
  n: number;
  /** Shows them, to who is in. */
  onClick?: () => void;
}

const countLook =
  "flex h-control-sm items-center gap-1.25 rounded-sm px-1.75 text-xs font-medium text-ink-subtle tabular-nums max-pair:hidden";

function MemberCount({ n, onClick }: MemberCountProps) {
  const text = t(roomTexts.members, { n });
  const words = (
    <>
      <Users aria-hidden="true" />
      <span aria-hidden="true">{n.toLocaleString(displayLocale())}</span>
      <span className="sr-only">{text}</span>
    </>
  );
  if (!onClick)
    return (
      <p data-tooltip={text} className={countLook}>
        {words}
      </p>
    );
  return (
    <button
      type="button"
      data-tooltip={text}
      onClick={onClick}
      className={`${countLook} hover:bg-hover hover:text-ink active:bg-pressed`}
    >
      {words}
    </button>
  );
}
