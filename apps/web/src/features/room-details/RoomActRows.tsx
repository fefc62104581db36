import clsx from "clsx";
import { useNavigate } from "react-router";
import { roomActLooks } from "#web/features/room-changes/room-act-looks.ts";
import { roomEndsOf, roomWaysOf, type RoomAct } from "#web/features/room-changes/room-acts.ts";
import { runRoomAct } from "#web/features/room-changes/run-room-act.ts";
import type { DetailsProps } from "#web/features/rooms/details-room.ts";
import { detailsTexts } from "#web/features/rooms/details-texts.ts";
import { DetailsSection } from "#web/features/rooms/DetailsSection.tsx";
import { t } from "#web/lib/language/i18n.ts";
import { isLinkGuest } from "#web/lib/routing/link-guest.ts";

/** The acts that the menu of the room offers, too. */
export function RoomActRows({ room, level }: DetailsProps) {
  if (isLinkGuest()) return null;
  const ways = roomWaysOf({ ...room, level }).filter((way) => way !== "details");
  return (
    <>
      {ways.length > 0 && <Acts title={t(detailsTexts.pass)} room={room} acts={ways} />}
      <Acts title={t(detailsTexts.acts)} room={room} acts={roomEndsOf({ ...room, level })} />
    </>
  );
}

interface ActsProps extends Pick<DetailsProps, "room"> {
  title: string;
  acts: readonly RoomAct[];
}

function Acts({ title, room, acts }: ActsProps) {
  const navigate = useNavigate();
  return (
    <DetailsSection title={title} isTight>
      <ul>
        {acts.map((act) => {
          const { text, icon: Icon, isDanger } = roomActLooks[act];
          return (
            <li key={act}>
              <button
                type="button"
                onClick={() => runRoomAct(act, room, navigate)}
                className={clsx(
                  "flex min-h-control w-full items-center gap-2.5 rounded-sm px-2.5 text-start hover:bg-hover active:bg-pressed coarse:min-h-touch",
                  isDanger && "text-danger-ink",
                )}
              >
                <Icon aria-hidden="true" className={isDanger ? "" : "text-ink-subtle"} />
                {t(text)}
              </button>
            </li>
          );
        })}
      </ul>
    </DetailsSection>
  );
}
