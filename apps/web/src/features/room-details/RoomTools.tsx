import type { RoomCard, Subscription } from "@colbin/protocol";
import { PanelRight, Pin, Search, Users, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "#web/design/button/IconButton.tsx";
import { lazyPart } from "#web/design/page/lazy-part.tsx";
import { usePublicConfig } from "#web/features/instance/public-config.ts";
import { pinActions } from "#web/features/pins/actions.ts";
import { pinTexts } from "#web/features/pins/texts.ts";
import { RoomMenu } from "#web/features/room-changes/RoomMenu.tsx";
import { withOwnLevel } from "#web/features/rooms/own-room.ts";
import { roomActTexts } from "#web/features/rooms/room-act-texts.ts";
import { roomTexts } from "#web/features/rooms/texts.ts";
import { wayTexts } from "#web/features/rooms/way-texts.ts";
import { searchingRoom, searchRoom } from "#web/features/search/actions.ts";
import { closeRoomSearch, openRoomSearch, useRoomSearch } from "#web/lib/routing/search-address.ts";
import { ShareButton } from "#web/features/share/ShareButton.tsx";
import { learnActions } from "#web/lib/actions/late-actions.ts";
import { useOffer } from "#web/lib/actions/offer.ts";
import { chat } from "#web/lib/api/chat.ts";
import { t } from "#web/lib/language/i18n.ts";
import { displayLocale } from "#web/lib/language/locale.ts";
import { useStore } from "#web/lib/react/use-store.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";
import { openSide, toggleSide, useSide } from "#web/lib/routing/side.ts";

learnActions(pinActions);

const RoomSearch = lazyPart(() => import("#web/features/search/RoomSearch.tsx"), "RoomSearch");

interface RoomToolsProps {
  room: Subscription | RoomCard;
}

/** The acts on the room that is on the screen. */
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
      {level === null && isShared && <MemberCount room={room} />}
      {(level !== null || room.accessType === "PUBLIC") && <SearchTool room={room} />}
      {level === null ? share : <Details room={room} share={share} />}
      {!isLinkGuest() && <RoomMenu room={room} />}
    </>
  );
}

/** The search stands over the messages. */
function SearchTool({ room }: RoomToolsProps) {
  const isOpen = useRoomSearch().find !== undefined;
  useOffer(searchingRoom, () => openRoomSearch());
  return (
    <>
      <IconButton
        label={t(searchRoom.title)}
        shortcut={searchRoom.shortcut}
        aria-pressed={isOpen}
        onClick={() => (isOpen ? closeRoomSearch() : openRoomSearch())}
      >
        <Search aria-hidden="true" />
      </IconButton>
      {isOpen && <RoomSearch key={room.roomId} room={room} />}
    </>
  );
}

function Details({ room, share }: RoomToolsProps & { share: ReactNode }) {
  const isChannel = room.roomType === "channel";
  const side = useSide();
  return (
    <>
      {isChannel && (
        <MemberCount room={room} onClick={() => openSide({ name: "details", at: "members" })} />
      )}
      {"pinCount" in room && room.pinCount > 0 && (
        <Count
          icon={Pin}
          n={room.pinCount}
          text={t(pinTexts.count, { n: room.pinCount })}
          isExpanded={side?.name === "pins"}
          onClick={() => toggleSide({ name: "pins", at: "" })}
        />
      )}
      {share}
      <IconButton
        label={t(isChannel ? roomActTexts.details : wayTexts.details)}
        aria-expanded={side?.name === "details"}
        onClick={() => toggleSide({ name: "details", at: "about" })}
      >
        <PanelRight className="rtl:-scale-x-100" aria-hidden="true" />
      </IconButton>
    </>
  );
}

function MemberCount({ room, onClick }: RoomToolsProps & Pick<CountProps, "onClick">) {
  const { memberCount: n } = room;
  return <Count icon={Users} n={n} text={t(roomTexts.members, { n })} onClick={onClick} />;
}

interface CountProps {
  icon: LucideIcon;
  n: number;
  /** The number with its noun. */
  text: string;
  isExpanded?: boolean;
  /** Shows what is counted, to who is in. */
  onClick?: (() => void) | undefined;
}

const countLook =
  "flex h-control-sm items-center gap-1.25 rounded-sm px-1.75 text-xs font-medium text-ink-subtle tabular-nums max-pair:hidden";

function Count({ icon: Icon, n, text, isExpanded, onClick }: CountProps) {
  const words = (
    <>
      <Icon aria-hidden="true" />
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
      aria-expanded={isExpanded}
      onClick={onClick}
      className={`${countLook} hover:bg-hover hover:text-ink active:bg-pressed aria-expanded:bg-pressed`}
    >
      {words}
    </button>
  );
}
